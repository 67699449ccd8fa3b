import { fields, flag, list, text } from "../../protocol/reader.ts";

export interface Parameter {
  readonly name: string;
  readonly place: "path" | "query";
  readonly required: boolean;
  readonly about: string;
}

export interface BodyField {
  readonly name: string;
  readonly type: string;
  readonly fallback: string;
  readonly about: string;
}

export interface Operation {
  /** `POST /api/crawls` */
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly group: string;
  readonly about: string;
  readonly parameters: readonly Parameter[];
  /** undefined: it takes none. */
  readonly body: readonly BodyField[] | undefined;
}

/** Groups in the order people need them; what is in none of them comes last. */
const GROUPS = ["Crawling", "Sites", "Alerts", "Documents", "Signing in", "Service"];

/** The first that people need, before what was described first. */
const FIRST = "POST /api/crawls";

/** What a socket or a stream of its own is for cannot be asked from here. */
const isAskable = ({ path }: Operation): boolean => path !== "/ws/crawl";

/** The requests that an OpenAPI document describes. */
export function operationsOf(openapi: unknown): readonly Operation[] {
  const all = Object.entries(fields(fields(openapi).paths)).flatMap(([path, methods]) =>
    Object.entries(fields(methods)).map(([method, operation]) => operationOf(path, method, operation)),
  );
  const rank = ({ id, group }: Operation) => {
    const at = GROUPS.indexOf(group);
    return id === FIRST ? -1 : at < 0 ? GROUPS.length : at;
  };
  return all.filter(isAskable).sort((a, b) => rank(a) - rank(b));
}

function operationOf(path: string, method: string, described: unknown): Operation {
  const { summary, tags, parameters, requestBody } = fields(described);
  return {
    id: `${method.toUpperCase()} ${path}`,
    method: method.toUpperCase(),
    path,
    group: list(text)(tags)[0] ?? "Service",
    about: text(summary),
    parameters: list(parameterOf)(parameters).filter(({ name }) => name !== ""),
    body: requestBody === undefined ? undefined : bodyOf(requestBody),
  };
}

function parameterOf(value: unknown): Parameter {
  const { name, in: place, required, description } = fields(value);
  return {
    name: text(name),
    place: place === "path" ? "path" : "query",
    required: flag(required),
    about: text(description),
  };
}

function bodyOf(value: unknown): readonly BodyField[] {
  const { schema } = fields(fields(fields(value).content)["application/json"]);
  return Object.entries(fields(fields(schema).properties)).map(([name, property]) => {
    const { type, default: fallback, description, anyOf } = fields(property);
    const types = anyOf === undefined ? [type] : list((option) => fields(option).type)(anyOf);
    return {
      name,
      type: types.flat().map(text).filter(Boolean).join(" or "),
      fallback: fallback === undefined ? "" : JSON.stringify(fallback),
      about: text(description),
    };
  });
}

/** The address of a request, with what was filled in; undefined while something is missing. */
export function addressOf(operation: Operation, given: Readonly<Record<string, string>>): string | undefined {
  const missing = operation.parameters.some(
    ({ name, required, place }) => (required || place === "path") && !given[name],
  );
  if (missing) return undefined;
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(given[name] ?? ""));
  const query = new URLSearchParams();
  for (const { name, place } of operation.parameters)
    if (place === "query" && given[name]) query.set(name, given[name]);
  return query.size === 0 ? path : `${path}?${query}`;
}
