import { type ApiDocument, type Fields, fieldsOf, listOf, refName, textOf } from "./api-document.ts";

/** A method at a path. */
export interface DescribedOperation {
  /** HTTP method in capitals. */
  readonly method: string;
  readonly path: string;
  /** The first of its tags; empty where it has none. */
  readonly tag: string;
  /** Summary of the operation, else the beginning of its description, else its id. */
  readonly summary: string;
  /** True for a webhook, a request that the server sends by itself. */
  readonly isWebhook: boolean;
  readonly fields: Fields;
  /** Parameters of the operation and of its path, references resolved. */
  readonly parameters: readonly Fields[];
}

const METHODS = ["get", "put", "post", "delete", "options", "head", "patch", "trace", "query"];

/** Most operations of a description; further ones are left out. */
const MAX_OPERATIONS = 2_000;
const MAX_PARAMETERS = 200;
/** Most characters of a path and of a tag; longer ones are cut. */
const MAX_NAME = 300;

/** The operations by tag, in the order of the document's tags; `total` counts those that are not read, too. */
export function operationsOf(document: ApiDocument) {
  const { paths, webhooks, tags } = document.root;
  const all = [
    ...atPaths(document, { paths, isWebhook: false }),
    ...atPaths(document, { paths: webhooks, isWebhook: true }),
  ];
  const told = listOf(tags).map((tag) => ({
    name: textOf(fieldsOf(tag).name),
    description: textOf(fieldsOf(tag).description),
  }));
  const kept = Map.groupBy(all.slice(0, MAX_OPERATIONS), ({ tag }) => tag);
  const names = new Set([...told.map(({ name }) => name), ...[...kept.keys()].filter(Boolean), ""]);
  const groups = [...names].flatMap((name) => {
    const operations = kept.get(name) ?? [];
    const description = told.find((tag) => tag.name === name)?.description ?? "";
    return operations.length === 0 ? [] : [{ name, description, operations }];
  });
  return { groups, total: all.length };
}

interface NamedPaths {
  readonly paths: unknown;
  readonly isWebhook: boolean;
}

function atPaths(document: ApiDocument, { paths, isWebhook }: NamedPaths): readonly DescribedOperation[] {
  return Object.entries(fieldsOf(paths)).flatMap(([path, value]) => {
    const item = document.resolved(value);
    return METHODS.filter((method) => Object.hasOwn(item, method)).map((method) => {
      const fields = document.resolved(item[method]);
      return {
        method: method.toUpperCase(),
        path: path.slice(0, MAX_NAME),
        tag: textOf(listOf(fields.tags)[0]).slice(0, MAX_NAME),
        summary: textOf(fields.summary) || firstParagraph(textOf(fields.description)) || textOf(fields.operationId),
        isWebhook,
        fields,
        parameters: parametersOf(document, item, fields),
      };
    });
  });
}

const firstParagraph = (text: string): string => text.split(/\n\s*\n/, 1)[0] ?? "";

/** An operation's own parameter takes the place of its path's. */
function parametersOf(document: ApiDocument, item: Fields, own: Fields): readonly Fields[] {
  const all = [...listOf(item.parameters), ...listOf(own.parameters)].slice(0, MAX_PARAMETERS);
  const resolved = all.map((parameter) => {
    const found = document.resolved(parameter);
    const isElsewhere = /^[^#]/.test(textOf(fieldsOf(parameter).$ref));
    return isElsewhere ? { name: refName(parameter), description: "In another file." } : found;
  });
  return [...new Map(resolved.map((fields) => [`${textOf(fields.in)} ${textOf(fields.name)}`, fields])).values()];
}
