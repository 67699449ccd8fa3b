import { DESC_LENGTH } from "./limits.ts";

/** Choices about a document besides its pages: for one crawl, and for each recrawl of a site. */
export interface DocumentOptions {
  /** Most code points of an excerpt, the `…` included; 100 to 2,000. */
  readonly descLength: number;
  /** Behind each excerpt what the page covers, as far as it helps to find the page (docs/explanation/document.md); default true. */
  readonly topics?: boolean;
  /** Search engines are asked not to list the Markdown of a bundle; default false. */
  readonly publishNoindex?: boolean;
  /** Files with a page's Markdown begin with its title, description, address and date as YAML; default false. */
  readonly frontMatter?: boolean;
  /** Status for an agent that asked for a page that is not there: 404, or 200 for readers that drop other answers; default 404. */
  readonly notFound?: 404 | 200;
  /** Selectors of elements that are no part of any page (packages/page/src/selectors.ts). */
  readonly skipBlocks?: readonly string[];
  /** Sub-domains belong to the site: hosts below its registrable domain, by the public suffix list; default false. */
  readonly subdomains?: boolean;
  /** Languages that get a document each, or `all` (docs/how-to/families.md); default: one language. */
  readonly languages?: readonly string[];
  /** Versions that get a document each, or `all`; default: the current one. */
  readonly versions?: readonly string[];
}

export type DocumentOptionName = keyof DocumentOptions;

interface CommonOption {
  /** `bundle` for an option that changes a bundle's files alone. */
  readonly of?: "bundle";
  /** Effect of the option, for help texts; for a flag the effect of switching it on. */
  readonly about: string;
}

interface FlagOption extends CommonOption {
  readonly type: "flag";
  /** The default of the product; requests and settings come first. */
  readonly default: boolean;
  /** The switch in a form; options of a bundle have none. */
  readonly label?: string;
}

interface NumberOption extends CommonOption {
  readonly type: "number";
  readonly min: number;
  readonly max: number;
  readonly default: number;
  readonly unit: string;
}

interface ChoiceOption extends CommonOption {
  readonly type: "choice";
  readonly choices: readonly number[];
  readonly default: number;
  readonly unit: string;
}

interface ListOption extends CommonOption {
  readonly type: "list";
  /** Name of one entry of the list, for help texts. */
  readonly item: string;
  /** Lists have no default of their own. */
  readonly default?: never;
}

export type DocumentOption = FlagOption | NumberOption | ChoiceOption | ListOption;

/**
 * The options and how they are set. The command's flags, the switches of the page's forms, what a request may contain and what is kept
 * of a site follow from this table. An option is added here and where it does something; the compiler then asks for its field
 * in packages/service/src/protocol/document-options.ts.
 */
export const DOCUMENT_OPTIONS = {
  descLength: { type: "number", ...DESC_LENGTH, default: 500, unit: "characters", about: "longest excerpt" },
  topics: {
    type: "flag",
    default: true,
    label: "Topics",
    about: "each page's own headings, names and phrases behind its excerpt",
  },
  skipBlocks: {
    type: "list",
    item: "selector",
    about: "leave out elements with this tag, .class, #id or [attribute]; may be repeated",
  },
  subdomains: {
    type: "flag",
    default: false,
    label: "Sub-domains",
    about: "pages of all hosts below the site's registrable domain, too (docs.example.com)",
  },
  languages: {
    type: "list",
    item: "tags",
    about: "one file a language: all, or tags with commas between them (en,de)",
  },
  versions: {
    type: "list",
    item: "names",
    about: "one file a version: all, or names with commas between them (current,1.2)",
  },
  frontMatter: {
    type: "flag",
    default: false,
    of: "bundle",
    about: "begin each published Markdown file with title, description, url and date as YAML",
  },
  notFound: {
    type: "choice",
    choices: [404, 200],
    default: 404,
    unit: "status",
    of: "bundle",
    about: "status from the Worker for agents that ask for a page that is not there",
  },
  publishNoindex: {
    type: "flag",
    default: false,
    of: "bundle",
    about: "ask search engines not to list the published Markdown (X-Robots-Tag: noindex)",
  },
} as const satisfies {
  readonly [Name in DocumentOptionName]: OptionOf<NonNullable<DocumentOptions[Name]>>;
};

/** The bundle's options among others that are chosen. */
export const bundleOptionsIn = (given: object): readonly string[] =>
  Object.entries<DocumentOption>(DOCUMENT_OPTIONS).flatMap(([name, option]) => {
    const choice: unknown = Object.hasOwn(given, name) ? given[name as keyof typeof given] : undefined;
    return option.of !== "bundle" || choice === undefined || choice === option.default ? [] : [name];
  });

type OptionOf<Choice> = Choice extends boolean
  ? FlagOption
  : Choice extends number
    ? NumberOption | ChoiceOption
    : ListOption;

/** Names of the options that are on or off. */
export type DocumentFlag = {
  readonly [Name in DocumentOptionName]: (typeof DOCUMENT_OPTIONS)[Name]["type"] extends "flag" ? Name : never;
}[DocumentOptionName];

type Given<Options> = { readonly [Name in keyof Options]: Options[Name] | undefined };

/** The options that are chosen among other fields. */
export function chosenOptions(given: Given<Partial<DocumentOptions>>): Partial<DocumentOptions> {
  const isChosen = ([name, choice]: readonly [string, unknown]) =>
    Object.hasOwn(DOCUMENT_OPTIONS, name) && choice !== undefined;
  return Object.fromEntries(Object.entries(given).filter(isChosen));
}

/** Returns the chosen options where all required ones are given. */
export const documentOptionsOf = (given: Given<Partial<DocumentOptions>> & Pick<DocumentOptions, "descLength">) => ({
  ...chosenOptions(given),
  descLength: given.descLength,
});
