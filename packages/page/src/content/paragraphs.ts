import { onOneLine } from "../one-line.ts";
import { isHeading, MARK, TAG, type TextBlock } from "../scan/scan.ts";

/** Ends of sentences, in scripts that mark them. A footnote's number may follow. */
const SENTENCE_END = /[.!?…:。！？؟।።][\s"”’»」』)\]]*\d*$/u;
/**
 * Characters at the end of a text in which a sentence's end is looked for: searching all of a text costs more than
 * reading it.
 */
const SENTENCE_END_CHARACTERS = 40;
/** A sentence that begins with a word and ends with its stop; a date, a count or a price is none. */
const LEAD = /^["“«„]?\p{L}[^:]*[.!?。！？।]["”»“]?$/u;
const WITHOUT_SPACES = /[\u3040-\u30ff\u3400-\u9fff]/;
const MAX_LEAD_CHARACTERS = 200;
/** Characters of paragraphs below which sentence-like text is added. */
const FEW = 200;

/** A block of content with its text. */
interface Piece {
  readonly block: TextBlock;
  readonly text: string;
}

/**
 * The first real paragraphs of the main content, about `characters` of them; where they are few, sentence-like text
 * as well. Empty where there is not even that. `texts` are those of `blocks`, in their order.
 */
export function firstParagraphs(
  blocks: readonly TextBlock[],
  texts: readonly string[],
  characters: number,
): readonly string[] {
  const pieces = blocks.map((block, index) => ({ block, text: texts[index] ?? "" }));
  // A manual page is nothing but preformatted text.
  const prose = isPreformatted(blocks) ? pieces.filter(({ block }) => !isHeading(block.tag)) : pieces.filter(isProse);
  const lead = leadOf(prose);
  const paragraphs = take(
    prose.filter((piece) => piece === lead || isLong(piece)),
    characters,
    isParagraph,
  );
  if (lengthOf(paragraphs) >= FEW) return paragraphs;
  const first = prose.findIndex((piece) => (piece === lead || isLong(piece)) && piece.text === paragraphs[0]);
  const sentences = take(
    prose.slice(Math.max(0, first)).filter((piece) => piece === lead || isSentence(piece)),
    characters,
    (text) => !isBoilerplate(text),
  );
  return sentences.length > 0 ? sentences : take(pieces.filter(isLong), characters, isParagraph);
}

/** Share of the text in code above which a page is a listing or a manual page, and no article with examples. */
const PREFORMATTED_SHARE = 0.9;

function isPreformatted(blocks: readonly TextBlock[]): boolean {
  let all = 0;
  let code = 0;
  for (const { marks, length } of blocks) {
    all += length;
    if ((marks & MARK.code) !== 0) code += length;
  }
  return code > PREFORMATTED_SHARE * all;
}

function take(from: readonly Piece[], until: number, isWanted: (text: string) => boolean): readonly string[] {
  const texts: string[] = [];
  let length = 0;
  for (const piece of from) {
    if (length >= until) break;
    // Only code keeps its lines.
    const text = onOneLine(piece.text);
    if (!isWanted(text)) continue;
    texts.push(text);
    length += text.length + 1;
  }
  return texts;
}

/** A short sentence that stands before all others tells what the page is about: `A general HTTP error.` */
function leadOf(prose: readonly Piece[]): Piece | undefined {
  const first = prose.find(({ block }) => block.tag !== TAG.td && block.tag !== TAG.th && block.tag !== TAG.dt);
  if (first === undefined || isLong(first) || first.text.length > MAX_LEAD_CHARACTERS) return undefined;
  const { block, text } = first;
  const isWorded = block.words >= 3 || (block.length > 6 && WITHOUT_SPACES.test(text));
  const isIn = block.tag === TAG.p || block.tag === TAG.div;
  return isWorded && isIn && block.linkLength === 0 && LEAD.test(text) ? first : undefined;
}

const lengthOf = (texts: readonly string[]): number => texts.reduce((sum, text) => sum + text.length, 0);

const isProse = ({ block }: Piece): boolean =>
  !isHeading(block.tag) && block.tag !== TAG.pre && (block.marks & MARK.code) === 0;

/** Scripts without spaces have few words of many characters. */
const isWithoutSpaces = ({ length, words }: TextBlock): boolean => length / Math.max(1, words) > 20;

function isLong({ block }: Piece): boolean {
  const isLongEnough = block.words >= 9 || (isWithoutSpaces(block) && block.length > 40);
  return isLongEnough && block.punctuation >= 1 && block.linkLength / block.length < 0.5 && block.tag !== TAG.th;
}

const isSentence = ({ block }: Piece): boolean => block.words >= 4 || (isWithoutSpaces(block) && block.length > 15);

const isParagraph = (text: string): boolean =>
  SENTENCE_END.test(text.slice(-SENTENCE_END_CHARACTERS)) && !isBoilerplate(text) && !isCodeLike(text);

/** Formulas, and functions by their names: `req_url()` is a word of a sentence. Bound: 300 characters. */
const NAMED = /\$[^$]*\$|[\w.:]+\(\)/g;
const CODE_SIGNS = /[{}()[\]<>=;|_`\\/]/g;
/** Signs of code make up this share of a signature or a command, and less of any sentence. */
const CODE_SHARE = 0.09;

/** A signature, a command or a declaration that no element marks as code. */
function isCodeLike(text: string): boolean {
  const start = text.slice(0, 300).replace(NAMED, "x");
  return (start.match(CODE_SIGNS)?.length ?? 0) > CODE_SHARE * start.length;
}

/** Beginnings of texts that surround content: labels, buttons, dates, greetings, calls to subscribe. */
const BEGINNINGS = [
  /^(?:©|\(c\)|copyright\b|all rights reserved|share (?:this|on)|follow us|read more|learn more|click here|sign (?:in|up)|log ?in|subscribe|accept (?:all )?cookies|skip to|back to top|advertisement|tags?:|by:?$)/i,
  /^(?:table of contents|on this page|edit this page|was this (?:page|article) helpful|related (?:articles|posts)|posted (?:on|in|by)|published|last updated|updated|jump to)/i,
  /^(?:javascript (?:is|must)|please enable|your browser|enable javascript|you(?:'re| are) (?:currently |now )?(?:browsing|viewing|not logged)|you are using an (?:out of date|outdated|unsupported|old) browser)/i,
  /^(?:rated \d|\d+ (?:ratings?|reviews?|comments?|min(?:ute)?s? read)\b|reading time|be the first to|join (?:our|the) (?:newsletter|mailing list)|thank(?:s| you) for (?:subscribing|signing up|reading|visiting|your feedback)|hi there\b|hello(?:[,!.]| and welcome| everyone| there)|hey (?:there|everyone|guys)|welcome back)/i,
  /^(?:lorem ipsum|final sale\b|in stock\b|free (?:shipping|delivery|returns)\b|(?:save|get|earn|enjoy|take) (?:up to |an extra )?(?:\d{1,2}\s?%|[$€£]\d)|\d{1,2}\s?% off\b|\d+ results\b|by (?:continuing|signing up|submitting)\b|(?:or )?do you need (?:any )?help\b|(?:any |have )questions\?|members? (?:earn|get|save)\b)|\bget up to [$€£]\d|\bterms (?:and conditions )?apply\.?$/i,
  /^(?:this (?:post|page|article|site) (?:may|might|could|can) contain affiliate|(?:disclosure|disclaimer):|some (?:of the )?links .{0,60}affiliate)/i,
  /^(?:veröffentlicht (?:am|von)|zuletzt (?:aktualisiert|geändert)|lesezeit|inhaltsverzeichnis|publié (?:le|par)|mis à jour|temps de lecture|sommaire$|publicado (?:el|por|em)|tiempo de lectura|pubblicato (?:il|da)|опубликовано|время чтения|发布于|更新时间|阅读时间|公開日|最終更新)/i,
];
/** Headings in Markdown that nobody has turned into HTML: `1. ## First steps`. */
const RAW_HEADING = /^(?:\d{1,3}[.)]\s{1,3})?#{1,6}\s/;
/** Lines of forum software and of pages at work. */
const OF_SOFTWARE =
  /^(?:all times are (?:gmt|utc)|the time now is|alle (?:zeitangaben|zeiten) (?:in|sind)\b|fuseau horaire|les heures sont au format|la franja horaria es|powered by\b|(?:please wait|bitte warten|ihre anfrage wird bearbeitet|veuillez patienter)\b|you (?:must|need to) be logged in|current page is\b|press [←→]|(?:if this is your first visit|wenn dies ihr erster besuch|si ceci est votre première visite))/i;
/** Subjects begin with these words, too: a label is no longer than its limit. */
const LABELS = /^(?:loading|print|email|tweet|previous|next|menu|search|home|comments?)\b/i;
const MAX_LABEL_CHARACTERS = 40;
const COOKIES =
  /\b(?:we use cookies|uses? cookies|cookie (?:policy|settings|preferences)|accept (?:all )?cookies|your privacy choices|enable javascript|javascript (?:is (?:disabled|required)|must be enabled)|browser (?:is )?(?:not supported|out of date|outdated|does not support)|out of date browser)/i;

/** Characters from which a paragraph is no boilerplate, whatever it begins with. */
const MAX_CHARACTERS = 300;

/** True if a paragraph is one of the texts that stand on any page. */
const isBoilerplate = (text: string): boolean =>
  COOKIES.test(text) ||
  (text.length < MAX_LABEL_CHARACTERS && LABELS.test(text)) ||
  (text.length < MAX_CHARACTERS && (OF_SOFTWARE.test(text) || RAW_HEADING.test(text))) ||
  (text.length < MAX_CHARACTERS && BEGINNINGS.some((beginning) => beginning.test(text)));
