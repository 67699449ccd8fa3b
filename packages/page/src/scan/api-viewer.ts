import { ATTRIBUTE, type TagAttributes } from "./attributes.ts";

const MAX_NAMED = 20;
/** Settings stand in short scripts; longer ones are programs. */
export const MAX_SETTINGS = 50_000;

/** Programs that show an API description, by the names of their scripts, and by the element that one of them fills. */
const VIEWER_SCRIPT =
  /(?:swagger-ui(?:-bundle|-standalone-preset)?|redoc(?:\.standalone)?|rapidoc(?:-min)?|(?:@scalar\/)?api-reference)(?:\.min)?(?:\.js|@|\/|$)/i;
const VIEWER_ELEMENT = /^swagger-ui$/;

/** Calls by which these programs are set up in a script. */
const SETTINGS = /\b(?:SwaggerUIBundle|SwaggerUi|SwaggerUI|Redoc\.init|createApiReference)\b/;
const ADDRESS = /(?:\b(?:url|spec-?url)["']?\s{0,9}:\s{0,9}|\bRedoc\.init\(\s{0,9})["'`]([^"'`\s]{1,2000})["'`]/gi;

/** API descriptions that a page would load and show, as its elements and scripts name them. */
export class ApiViewer {
  readonly named: string[] = [];
  /** True if the page has such a program, whatever it names. */
  isThere = false;

  readTag(attributes: TagAttributes): void {
    for (const attribute of [ATTRIBUTE.specUrl, ATTRIBUTE.apiDescriptionUrl])
      if (attributes.has(attribute)) this.#name(attributes.value(attribute));
    if (attributes.has(ATTRIBUTE.id)) {
      const id = attributes.plain(ATTRIBUTE.id);
      this.isThere ||= VIEWER_ELEMENT.test(id);
      if (id === "api-reference" && attributes.has(ATTRIBUTE.dataUrl)) this.#name(attributes.value(ATTRIBUTE.dataUrl));
      if (id === "api-reference" && attributes.has(ATTRIBUTE.dataConfiguration))
        this.#readSettings(attributes.value(ATTRIBUTE.dataConfiguration));
    }
  }

  /** The address of a script. */
  readSource(address: string): void {
    this.isThere ||= VIEWER_SCRIPT.test(address);
  }

  readScript(text: string): void {
    if (SETTINGS.test(text)) this.#readSettings(text);
  }

  #readSettings(text: string): void {
    for (const [, address = ""] of text.matchAll(ADDRESS)) this.#name(address);
  }

  #name(address: string): void {
    const named = address.trim();
    this.isThere = true;
    if (named !== "" && this.named.length < MAX_NAMED) this.named.push(named);
  }
}
