/** Fewer characters of base64 stand in any page by chance. */
const MIN_BASE64 = 6;

/** The spellings in which a server may repeat a text: as it is, in an address, in JSON, in HTML, as base64 and in hex. */
export function formsOf(secret: string): readonly string[] {
  const bytes = Buffer.from(secret);
  const hex = bytes.toString("hex");
  const percent = encodeURIComponent(secret);
  const json = JSON.stringify(secret).slice(1, -1);
  const forms = [
    secret,
    ...[percent, percent.replaceAll("%20", "+"), encodeURI(secret), hex.replace(/../g, "%$&")].flatMap(inBothCases),
    ...[json, json.replaceAll("/", "\\/"), escaped(secret, (hexOf) => `\\u${hexOf}`)].flatMap(inBothCases),
    ...inBothCases(hex),
    ...HTML.map((entities) => secret.replace(/[&<>"']/g, (character) => entities[character] ?? character)),
    ...[0, 1, 2].flatMap((before) => base64At(bytes, before)),
  ];
  return [...new Set(forms)].filter((form) => form !== "");
}

const HTML: readonly Readonly<Record<string, string>>[] = [
  { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" },
  { "&": "&#38;", "<": "&#60;", ">": "&#62;", '"': "&#34;", "'": "&#x27;" },
];

const escaped = (text: string, as: (hex: string) => string): string =>
  Array.from({ length: text.length }, (_, at) => as(text.charCodeAt(at).toString(16).padStart(4, "0"))).join("");

/** Digits of escapes may be written large or small; the text itself has its own letters. */
const inBothCases = (text: string): readonly string[] => [
  text.replace(ESCAPE, (code) => code.toUpperCase().replace("\\U", "\\u")),
  text.replace(ESCAPE, (code) => code.toLowerCase()),
];

const ESCAPE = /%[0-9a-f]{2}|\\u[0-9a-f]{4}|^[0-9a-f]+$/gi;

/** The characters of base64 that no neighbour changes, where so many bytes stand before the text in its group of three. */
function base64At(bytes: Buffer, before: number): readonly string[] {
  const packed = Buffer.concat([Buffer.alloc(before), bytes])
    .toString("base64")
    .replaceAll("=", "");
  const whole = Math.floor(((before + bytes.length) * 8) / 6);
  const own = packed.slice(Math.ceil((before * 8) / 6), whole);
  return own.length < MIN_BASE64 ? [] : [own, own.replaceAll("+", "-").replaceAll("/", "_")];
}
