import { ATTRIBUTE, type TagAttributes } from "./attributes.ts";

/** Purpose of a form's field. */
export type FieldType = "password" | "search" | "text";

const SEARCH_NAME = /^(?:q|query|s|search\w*|keywords?)$/i;
const TEXT_TYPES = new Set(["", "text", "email", "tel", "url", "number", "date", "file"]);

/** Purpose of an `<input>`; undefined if nothing is typed into it. */
export function fieldType(attributes: TagAttributes): FieldType | undefined {
  const type = attributes.plain(ATTRIBUTE.type).trim().toLowerCase();
  if (type === "password" || type === "search") return type;
  if (!TEXT_TYPES.has(type)) return undefined;
  return SEARCH_NAME.test(attributes.plain(ATTRIBUTE.name).trim()) ? "search" : "text";
}
