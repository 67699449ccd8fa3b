/** Addresses that relative links are completed by. */
interface LinkBases {
  /** Address of the page, to which links to its own parts (`#part`) lead. */
  readonly page: string;
  /** Address of its Markdown. */
  readonly markdown: string;
}

/**
 * Patterns of links and images, of link definitions and of HTML attributes; the second group is the address, the first
 * the text before it.
 */
const LINKS = [
  /(\]\(\s{0,20})(<[^<>\n]{1,2048}>|[^\s()<>]{0,2048}(?:\([^\s()<>]{0,2048}\)[^\s()<>]{0,2048})*)/g,
  /^( {0,3}\[[^\]\n]{1,999}\]:\s{0,20})(<[^<>\n]{1,2048}>|[^\s<>]{1,2048})/g,
  /(<(?:a|img|source|video|iframe)\s[^<>]{0,500}?(?:href|src)=["']?)([^\s"'<>]{1,2048})/gi,
];

/** The text with absolute links, which work wherever it is read. Code stays as it is. */
export function withAbsoluteLinks(markdown: string, bases: LinkBases): string {
  let fence = "";
  const lines = markdown.split("\n").map((line) => {
    const [, mark = ""] = /^[\s>]*(`{3,}|~{3,})/.exec(line) ?? [];
    const isInside = fence !== "";
    if (isInside && mark.startsWith(fence)) fence = "";
    else if (!isInside) fence = mark;
    return isInside || mark !== "" ? line : outsideCode(line, (text) => linked(text, bases));
  });
  return lines.join("\n");
}

/** Code in a line ends with as many backticks as it begins with. */
function outsideCode(line: string, change: (text: string) => string): string {
  const parts = line.split(/(`+)/);
  let written = "";
  let text = "";
  for (let at = 0; at < parts.length; at++) {
    const part = parts[at] ?? "";
    const end = at % 2 === 1 ? parts.indexOf(part, at + 1) : -1;
    if (end < 0) text += part;
    else {
      written += change(text) + parts.slice(at, end + 1).join("");
      [text, at] = ["", end];
    }
  }
  return written + change(text);
}

const linked = (text: string, bases: LinkBases): string =>
  LINKS.reduce(
    (changed, links) =>
      changed.replace(links, (_, before: string, address: string) => before + absolute(address, bases)),
    text,
  );

function absolute(written: string, { page, markdown }: LinkBases): string {
  const isBracketed = written.startsWith("<");
  const address = isBracketed ? written.slice(1, -1) : written;
  // A template's variable, or an address with a scheme.
  if (address === "" || address.includes("{") || /^[a-z][a-z\d+.-]*:/i.test(address)) return written;
  const href = URL.parse(address, address.startsWith("#") ? page : markdown)?.href ?? address;
  return isBracketed ? `<${href}>` : href;
}
