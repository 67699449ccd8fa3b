/** Least characters of base64 that are masked; fewer stand in any page by chance. */
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

/** A text with the hexadecimal digits of its escapes in capitals, and in small letters. */
const inBothCases = (text: string): readonly string[] => [
  text.replace(ESCAPE, (code) => code.toUpperCase().replace("\\U", "\\u")),
  text.replace(ESCAPE, (code) => code.toLowerCase()),
];

const ESCAPE = /%[0-9a-f]{2}|\\u[0-9a-f]{4}|^[0-9a-f]+$/gi;

/** Base64 of a text behind 0 to 2 bytes of a group of three, without the characters that its neighbours change. */
function base64At(bytes: Buffer, before: number): readonly string[] {
  const packed = Buffer.concat([Buffer.alloc(before), bytes])
    .toString("base64")
    .replaceAll("=", "");
  const whole = Math.floor(((before + bytes.length) * 8) / 6);
  const own = packed.slice(Math.ceil((before * 8) / 6), whole);
  return own.length < MIN_BASE64 ? [] : [own, own.replaceAll("+", "-").replaceAll("/", "_")];
}
