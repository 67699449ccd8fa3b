/** A text, or an element with what stands in it. Attributes and texts are a stranger's, names are ours. */
export type Html =
  | string
  | {
      readonly name: string;
      readonly attributes: Readonly<Record<string, string>>;
      readonly children: readonly Html[];
    };

export const element = (
  name: string,
  attributes: Readonly<Record<string, string>>,
  ...children: readonly (Html | readonly Html[])[]
): Html => ({ name, attributes, children: children.flat() });

/** HTML has no end tag for these. */
const VOID = new Set(["meta", "link", "br"]);

export function writeHtml(html: Html): string {
  if (typeof html === "string") return escaped(html);
  const { name, attributes, children } = html;
  const list = Object.entries(attributes).map(([attribute, value]) => ` ${attribute}="${escaped(value)}"`);
  const start = `<${name}${list.join("")}>`;
  return VOID.has(name) ? start : `${start}${children.map(writeHtml).join("")}</${name}>`;
}

/** The written text, read back; undefined if something else stands there. */
export function readHtml(text: string): readonly Html[] | undefined {
  const top: Html[] = [];
  const open: { readonly name: string; readonly children: Html[] }[] = [{ name: "", children: top }];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.length) {
    const [, name, list = "", closed, plain] = TOKEN.exec(text) ?? [];
    const here = open.at(-1);
    if (here === undefined) return undefined;
    if (plain !== undefined) here.children.push(unescaped(plain));
    else if (name !== undefined) {
      const pairs = [...list.matchAll(ATTRIBUTE)].map(([, key = "", value = ""]) => [key, unescaped(value)] as const);
      const children: Html[] = [];
      here.children.push({ name, attributes: Object.fromEntries(pairs), children });
      if (!VOID.has(name)) open.push({ name, children });
    } else if (closed === undefined || closed !== open.pop()?.name) return undefined;
  }
  return open.length === 1 ? top : undefined;
}

/** A start tag with its attributes, an end tag, a text. */
const TOKEN = /<([a-z]\w*)((?: [\w:-]+="[^"<>]*")*)>|<\/([a-z]\w*)>|([^<>]+)/y;
const ATTRIBUTE = / ([\w:-]+)="([^"<>]*)"/g;

/** HTML cannot say NUL, other control characters and halves of a pair: a sign stands for them. */
const UNSAYABLE = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\p{Cs}\ufffe\uffff]/gu;

const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
  // A parser turns a bare carriage return into a line feed.
  "\r": "&#13;",
};

/** The text as a reader of the page has it. */
export const sayable = (text: string): string => text.replace(UNSAYABLE, "\ufffd");

const escaped = (text: string): string =>
  sayable(text).replace(/[&<>"'\r]/g, (character) => ESCAPES[character] ?? character);

const BACK = new Map(Object.entries(ESCAPES).map(([character, said]) => [said, character]));

const unescaped = (text: string): string => text.replace(/&[#\w]+;/g, (said) => BACK.get(said) ?? said);
