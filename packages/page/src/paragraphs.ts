// Finds the first paragraphs of a page's content.
import { zeros } from "./content/weigh.ts";
import { type Block, NO_BLOCK } from "./scan/blocks.ts";
import { levelOf, tagSet, tagsOf } from "./scan/html.ts";
import { IS } from "./scan/names.ts";
import type { Scan } from "./scan/scan.ts";
import { UNSPACED } from "./script.ts";
import { onOneLine } from "./text.ts";

const T = tagsOf("p div th td dd h1");
const TERMS = tagSet("td th dt");
/** Most characters of one paragraph, and of the first ones together. */
export const PARAGRAPH = 2_000;
export const EXCERPT = 1_000;

/** Ends of sentences, and of those that lead to an example. A number or a note may follow; `3.0` is a version. */
export const SENTENCE_END =
  /(?!(?<=\d)\.\d)[\p{Sentence_Terminal}…:：,][\s"”’»」』)\]\p{So}\p{M}]*(?:\d*|[(（][^()（）]{1,30}[)）])$/u;
const LEAD = /^["“«„]?\p{L}[^:]*(?!\?)\p{Sentence_Terminal}["”»“]?$/u;
const STOP = /[\p{Sentence_Terminal}…:：]/u;
const CODE_SIGNS = /[{}()[\]<>=;|_`\\/]/g;
// Bound: 300 characters.
const NAMED = /\$[^$]*\$|\\\([^\n]{0,200}?\\\)|[\w.:]+\(\)/g;

/**
 * True for a block of at least this many words; scripts without spaces have few words of many characters, even between
 * names in Latin letters.
 */
export const isWorded = ({ length, words }: Block, least: number, text = ""): boolean =>
  words >= least || (length > (UNSPACED.test(text) ? 10 : 20) * Math.max(1, words) && length > 2 * least + 20);
const isLong = (block: Block, text: string): boolean =>
  isWorded(block, 9, text) &&
  block.stops > 0 &&
  block.linked < block.length / 2 &&
  block.tag !== T.th &&
  block.tag !== T.dd;
const isParagraph = (block: Block, text: string): boolean =>
  isLong(block, text) && SENTENCE_END.test(text.slice(-40)) && isOwn(text);

/** True for text that is neither boilerplate nor code. */
const isOwn = (text: string): boolean => !isAnywhere(text) && !isCodeLike(text);

/** True for a text that is nearly all code. */
export function isAllCode(blocks: readonly Block[]): boolean {
  const massOf = (some: readonly Block[]) => some.reduce((sum, { length }) => sum + length, 0);
  return massOf(blocks.filter(({ bits }) => (bits & IS.code) !== 0)) > 0.9 * (1 + massOf(blocks));
}

/**
 * The first paragraphs, from the one that repeats the page's description on; if few, lines like sentences.
 * @param given stated descriptions, the most reliable first
 */
export function paragraphsOf(blocks: readonly Block[], texts: readonly string[], given: readonly string[]): string[] {
  const apart = isAllCode(blocks) ? 0 : IS.code | IS.notice;
  const end = entriesAt(blocks, texts);
  /** The first wanted texts from an index on, about `EXCERPT` characters, without repetition. */
  const take = (start: number, isWanted: (block: Block, text: string, at: number) => boolean) => {
    const found = new Set<string>();
    let [length, first] = [0, start];
    for (let at = start; at < end && length < EXCERPT; at++) {
      const block = blocks[at] ?? NO_BLOCK;
      if (!isProse(block, apart)) continue;
      const written = texts[at] ?? "";
      const text = (block.bits & IS.code) === 0 ? written : onOneLine(written);
      if (text === "" || !isWanted(block, text, at) || found.has(text)) continue;
      if (found.size === 0) first = at;
      found.add(text);
      length += text.length + 1;
    }
    return { found: [...found], first, length };
  };
  const from = described(blocks, texts, given);
  /** A sentence around a formula or an example goes on below it in lower case; behind a table it begins. */
  const goesOn = (at: number) =>
    at !== from &&
    /^\p{Ll}/u.test(texts[at] ?? "") &&
    levelOf(blocks[at - 1]?.tag ?? T.h1) === 0 &&
    (blocks[at]?.tag !== T.p || blocks[at - 1]?.tag !== T.td) &&
    !SENTENCE_END.test((texts[at - 1] ?? "").slice(-40));
  // The first sentence may stand below two lines, such as a name and a signature.
  const isSentence = (block: Block, text: string) =>
    /^\P{Ll}/u.test(text) && (isLong(block, text) || /\p{Sentence_Terminal}["”»“]?$/u.test(text)) && !isCodeLike(text);
  let lead = -1;
  for (let at = from, left = 3; lead < 0 && left > 0 && at < blocks.length; at++) {
    const [block, text] = [blocks[at] ?? NO_BLOCK, texts[at] ?? ""];
    if (!isProse(block, apart) || TERMS[block.tag] === 1 || isAnywhere(text)) continue;
    left = isSentence(block, text) ? 0 : left - 1;
    if (isLead(block, text)) lead = at;
  }
  const long = take(from, (block, text, at) => at === lead || (isParagraph(block, text) && !goesOn(at)));
  if (long.length >= 200) return long.found;
  // A line without an end is a label, such as a name or a date, except below the title; so are repeated ones and items.
  const times = new Map<string, number>();
  for (const text of texts) times.set(text, (times.get(text) ?? 0) + 1);
  const top = blocks.findIndex((block) => isProse(block, apart));
  const isLabel = (block: Block, text: string, at: number) =>
    (block.bits & IS.item) !== 0 ? !isParagraph(block, text) : at !== top && !STOP.test(text);
  const isLine = (block: Block, text: string, at: number) =>
    at === lead || (isWorded(block, 4, text) && !isLabel(block, text, at) && isOwn(text) && (times.get(text) ?? 0) < 3);
  const { found } = take(long.first, isLine);
  if (found.length > 0) return found;
  const isAny = (block: Block, text: string) =>
    ((block.bits & apart & IS.code) === 0 || /^\P{Ll}/u.test(text)) && isParagraph(block, text);
  return texts.filter((text, at) => at < end && isAny(blocks[at] ?? NO_BLOCK, text)).slice(0, 5);
}

/** A function's or a class's name, as a heading. Bound: 100 characters. */
const ENTRY = /^(?=\S*_|\S*[a-z][A-Z]|\S*\(|\S*[a-z](?:\.|::)[a-z])[A-Za-z_$][\w.:$/-]*(?:\([^()]*\))?[#¶/\d]{0,9}$/;

const D = tagsOf("dt dd");
const SIGNATURE =
  /^(?:--?\w|(?:class|def|function|async|static|abstract|property|exception)\s|[\w.:]{1,99} ?\(|\w{1,99}[._]\w)/;

/** Indexes of blocks in the entries of a reference: several definitions, most of whose terms are signatures or options. */
export function entriesIn(scan: Scan, blocks: readonly Block[], texts: readonly string[]): ReadonlySet<number> {
  const terms = new Map<number, boolean>();
  const [entries, definitions] = [new Set<number>(), new Set<number>()];
  if (!blocks.some(({ tag: id }) => id === D.dt)) return entries;
  // The outermost term or definition around each container; parents come before their children.
  const outermost = zeros(scan);
  for (const { index, parent, tag: id } of scan.containers)
    outermost[index] = outermost[parent] || (id === D.dt || id === D.dd ? index : 0);
  for (const [at, { container }] of blocks.entries()) {
    const top = outermost[container] ?? 0;
    if (top === 0) continue;
    entries.add(at);
    if (scan.containers[top]?.tag === D.dd) definitions.add(top);
    else if (!terms.has(top)) terms.set(top, SIGNATURE.test(texts[at] ?? ""));
  }
  const named = [...terms.values()].filter(Boolean).length;
  return definitions.size > 1 && named > terms.size / 2 ? entries : new Set();
}

/** Index of the first heading of a reference whose headings name functions or classes: the text below is that entry's. */
function entriesAt(blocks: readonly Block[], texts: readonly string[]): number {
  const headings = blocks.flatMap(({ tag: id }, at) => (levelOf(id) > 0 ? [{ at, level: levelOf(id) }] : []));
  const [first, second] = headings;
  // The first may be the title.
  if (first !== undefined && second !== undefined && first.level < second.level) headings.shift();
  const entries = headings.filter(({ at }) => ENTRY.test(texts[at]?.slice(0, 100) ?? ""));
  return entries.length > 2 && entries.length >= headings.length * 0.6 ? (entries[0]?.at ?? 0) : blocks.length;
}

const isProse = ({ tag: id, bits }: Block, apart: number): boolean => levelOf(id) === 0 && (bits & apart) === 0;

/** Index of the block that repeats the stated description; 0 if none does. */
function described(blocks: readonly Block[], texts: readonly string[], given: readonly string[]): number {
  const isHeading = (at: number) => levelOf(blocks[at]?.tag ?? 0) > 0;
  const starts = given.map((text) => text.slice(0, 50)).filter(({ length }) => length === 50);
  const found = starts.map((start) => texts.findIndex((text, at) => !isHeading(at) && text.includes(start)));
  return found.find((at) => at >= 0) ?? 0;
}

const squeezed = (text: string): string => text.replace(/\s+/g, "");
const ELLIPSIS = /(?:\.\.\.|…|\[…\])$/;
const ENDED = /\p{Sentence_Terminal}["”’»」』)\]]*$/u;
const NEXT_END = /\p{Sentence_Terminal}["”’»」』)\]]*(?=\s\P{Ll}|$|[\u3040-\u9fff])/u;
/** Characters that no two texts of a page share by chance. */
const TELLING = 30;

/**
 * A description that a program cut from the page's text, to the end of its sentence; empty if headings or several blocks
 * run together in it. Any other as it is.
 */
export function completed(description: string, blocks: readonly Block[], texts: readonly string[]): string {
  const own = description.replace(ELLIPSIS, "").trimEnd();
  if (own.length < TELLING) return description;
  const said = squeezed(own);
  const runsIn = (text: string, at: number) => {
    if (levelOf(blocks[at]?.tag ?? 0) === 0 || !own.includes(text)) return false;
    const next = squeezed(texts[at + 1] ?? "").slice(0, TELLING);
    return text !== "" && next.length > 9 && said.includes(squeezed(text) + next);
  };
  if (texts.some(runsIn)) return "";
  if (own === description && ENDED.test(own.slice(-4))) return description;
  if (texts.some((text) => squeezed(text) === said)) return description;
  const end = said.length < 2 * TELLING ? said : said.slice(-TELLING);
  const from = texts.find((text) => {
    const written = squeezed(text);
    const at = written.indexOf(end);
    return at >= 0 && at + end.length < written.length;
  });
  if (from === undefined) return description;
  const at = from.indexOf(own);
  const rest = from.slice(at + own.length - 1);
  const next = NEXT_END.exec(rest);
  return at < 0 ? "" : own.slice(0, -1) + (next === null ? rest : rest.slice(0, next.index + next[0].length));
}

/** A short sentence before all others says what the page is about. */
function isLead(block: Block | undefined, text: string): boolean {
  if (block === undefined || isLong(block, text) || text.length > 200 || block.linked > block.length * 0.3)
    return false;
  const isMany = block.words >= 3 || (block.length > 6 && UNSPACED.test(text));
  // A few words that end with a number say when: `New in version 3.5.`
  const isSaid =
    (LEAD.test(text) && (isWorded(block, 5, text) || !/\d\.$/.test(text))) ||
    (isWorded(block, 6, text) && /[:：]$/.test(text));
  return isMany && (block.tag === T.p || block.tag === T.div) && isSaid && isOwn(text);
}

/** A signature, a command or a declaration that no element marks as code. */
function isCodeLike(text: string): boolean {
  const start = text.slice(0, 300);
  if (start.search(CODE_SIGNS) < 0) return false;
  const rest = start.replace(NAMED, "x");
  return (rest.match(CODE_SIGNS)?.length ?? 0) > 0.09 * rest.length;
}

/** Beginnings of short texts: labels, buttons, dates, greetings, calls to subscribe, lines of forum software. */
const BEGINNINGS: readonly RegExp[] = [
  /^(?:loading|print|email|previous|next|menu|search|home|comments?)$/i,
  // Markdown headings that were not converted to HTML.
  /^(?:\d{1,3}[.)] )?#{1,6} /i,
  /^(?:©|\(c\)|copyright\b|all rights reserved|share (?:this|on)|follow us|read more|learn more|click here|sign (?:in|up)|log ?in|subscribe|skip to|back to top|advertisement|tags?:|jump to|table of contents|on this page|edit this page|was this (?:page|article) helpful|related (?:articles|posts)|(?:next|prev(?:ious)?|up|nächste|vorige|suivant|précédent|siguiente|anterior): |(?:posted|published|last updated|updated)\b|powered by\b|lorem ipsum)/i,
  /^(?:javascript (?:is|must)|please enable|your browser|you(?:'re| are) (?:currently |now )?(?:browsing|viewing|not logged|using an (?:out|unsupp|old))|rated \d|\d+ (?:ratings?|reviews?|comments?|min(?:ute)?s? read)\b|reading time|be the first to|thank(?:s| you) for (?:subscribing|signing up|reading|visiting)|hi there\b|hello(?:[,!.]| and welcome| everyone)|welcome back)/i,
  /^(?:in stock\b|free (?:shipping|delivery|returns)\b|(?:save|get|earn|enjoy|take) (?:up to |an extra )?(?:\d{1,2}\s?%|[$€£]\d)|\d{1,2}\s?% off\b|\d+ results\b|by (?:continuing|signing up|submitting)\b|this (?:post|page|article|site) (?:may|might|could|can) contain affiliate|(?:disclosure|disclaimer):)/i,
  /^(?:veröffentlicht (?:am|von)|zuletzt (?:aktualisiert|geändert)|lesezeit|inhaltsverzeichnis|publié (?:le|par)|mis à jour|temps de lecture|publicado (?:el|por|em)|pubblicato (?:il|da)|опубликовано|发布于|更新时间|公開日|最終更新)/i,
  /^(?:all times are (?:gmt|utc)|the time now is|(?:please|bitte) (?:wait|warten)|you (?:must|need to) be logged in|current page is\b|press [←→]|(?:it looks like you['’]re new here|welcome,? guest)|there (?:are|is) currently \d+ users?|you (?:may not|can(?:not|'t)) (?:post|reply|edit|vote|attach)\b|(?:bb|html|\[\w{3,5}\]) code is\b|if this is your first visit)/i,
];
/** One joined pattern is faster than seven. Bound: MOST. */
const BEGINNING = new RegExp(BEGINNINGS.map(({ source }) => source).join("|"), "i");
/** Counts above and below a list: `Items 1 - 28 of 74`. Bound: COUNT_CHARACTERS. */
const COUNT = /^(?:\p{L}+:? ){0,4}\d{1,7} ?(?:[-–—]|to|bis|à|a) ?\d{1,7} (?:\p{L}+ ){1,3}\d[\d.,]*(?: \p{L}+)?\.?$/u;
const COUNT_CHARACTERS = 100;
const WITHIN =
  /\b(?:we use cookies|uses? cookies|cookie (?:policy|settings|preferences)|accept (?:all )?cookies|your privacy choices|enable javascript|javascript (?:(?:is|seems to be) (?:disabled|required)|must be enabled)|browser (?:is )?(?:not supported|out of date|does not support)|verwendet cookies|utilise des cookies|(?:utiliza|usa) cookies|utilizza (?:i )?cookie|get up to [$€£]\d|terms (?:and conditions )?apply\.?$)/i;
const COPYRIGHT = /^(?:©|\(c\) |copyright (?:©|\(c\)|\d{4}))/i;
/** Longer texts are content, whatever they begin with. */
const MOST = 300;

/** True for a text that may be on any page. */
export const isAnywhere = (text: string): boolean =>
  text.length < MOST
    ? BEGINNING.test(text) || WITHIN.test(text) || (text.length < COUNT_CHARACTERS && COUNT.test(text))
    : COPYRIGHT.test(text);
