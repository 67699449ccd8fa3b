import {
  DOCUMENT_OPTIONS,
  type DocumentOptionName,
  type DocumentOptions,
} from "@llmstxt-service/document/document-options";
import { familyLanguageProblem, familyVersionProblem } from "@llmstxt-service/page/address/member";
import { selectorsProblem } from "@llmstxt-service/page/selectors";
import * as z from "zod";
import { flag, within } from "./fields.ts";

// Options of documents in socket and REST interface. Requests, answers, web page and /openapi.json take them from here.

const status = z.literal([404, 200], { error: "must be 404 or 200" });

const selectors = z
  .array(z.string({ error: "must be a selector" }), { error: "must be an array of selectors" })
  .superRefine((given, context) => {
    const problem = selectorsProblem(given);
    if (problem !== undefined) context.addIssue({ code: "custom", message: problem });
  });

/** Schema of names: a list, or a text with commas between them. */
const names = (check: (name: string) => string | undefined) =>
  z
    .union([z.string().transform((typed) => typed.split(",")), z.array(z.string())], {
      error: 'must be "all", or names with commas between them, or an array of names',
    })
    .transform((given) => [...new Set(given.map((name) => name.trim()).filter((name) => name !== ""))])
    .superRefine((given, context) => {
      const problem =
        given.length > MAX_NAMES
          ? `at most ${MAX_NAMES} names are allowed`
          : given.map(check).find((one) => one !== undefined);
      if (problem !== undefined) context.addIssue({ code: "custom", message: problem });
    });

const MAX_NAMES = 200;

export const documentFields = {
  descLength: within("descLength", DOCUMENT_OPTIONS.descLength),
  topics: flag.exactOptional().describe("Behind each excerpt what the page covers; left out: as DOCUMENT_TOPICS says"),
  publishNoindex: flag
    .exactOptional()
    .describe("Search engines are asked not to list the Markdown of what is published; left out: false"),
  frontMatter: flag
    .exactOptional()
    .describe("Published Markdown begins with title, description, address and date as YAML; left out: false"),
  notFound: status
    .exactOptional()
    .describe("Status for agents that ask for a page that is not there, from the published Worker; left out: 404"),
  skipBlocks: selectors
    .exactOptional()
    .describe("Elements that are no part of any page: name, .class, #id, [attribute] or [attribute=value] of each"),
  subdomains: flag
    .exactOptional()
    .describe("Hosts below the registrable domain of `url` belong to the site, at most 100; left out: false"),
  languages: names(familyLanguageProblem)
    .exactOptional()
    .describe("One llms.txt a language: `all`, or tags; left out or empty: one language"),
  versions: names(familyVersionProblem)
    .exactOptional()
    .describe("One llms.txt a version: `all`, or names; left out or empty: the current version"),
} satisfies Readonly<Record<DocumentOptionName, z.ZodType>>;

/** Document options in requests that change a site: fields left out keep their values. */
export const chosenDocumentFields = z.object(documentFields).partial().shape;

export const siteDocumentFields = {
  descLength: z.int(),
  topics: z.boolean().nullable().describe("Whether topics stand behind excerpts; null: as DOCUMENT_TOPICS says"),
  publishNoindex: z.boolean().describe("Whether search engines are asked not to list the Markdown"),
  frontMatter: z.boolean().describe("Whether published Markdown begins with YAML"),
  notFound: status.describe("Status for agents that ask for a page that is not there"),
  skipBlocks: z.array(z.string()).describe("Selectors of elements that are no part of any page"),
  subdomains: z.boolean().describe("Whether hosts below the site's registrable domain belong to it"),
  languages: z.array(z.string()).describe("Languages that get an llms.txt each; empty: one language"),
  versions: z.array(z.string()).describe("Versions that get an llms.txt each; empty: the current one"),
} satisfies Readonly<Record<DocumentOptionName, z.ZodType>>;

export const siteDocumentJson = ({
  descLength,
  topics,
  publishNoindex = false,
  frontMatter = false,
  notFound = 404,
  skipBlocks = [],
  subdomains = false,
  languages = [],
  versions = [],
}: DocumentOptions) =>
  ({
    descLength,
    topics: topics ?? null,
    publishNoindex,
    frontMatter,
    notFound,
    skipBlocks: [...skipBlocks],
    subdomains,
    languages: [...languages],
    versions: [...versions],
  }) satisfies Readonly<Record<DocumentOptionName, unknown>>;
