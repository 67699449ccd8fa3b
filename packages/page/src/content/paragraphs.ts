import { onOneLine } from "../one-line.ts";
import { isHeading, MARK, TAG, type TextBlock, tagSet } from "../scan/scan.ts";
import { boilerplateOf } from "./boilerplate.ts";
import { describedSpan, type MainBlocks } from "./described.ts";

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

interface ParagraphOptions {
  /** Characters that are wanted, about. */
  readonly characters: number;
  /** Texts that the page's data give as its description, the surest first. */
  readonly descriptions: readonly string[];
  readonly title: string;
}

/**
 * The first real paragraphs of the main content, from the one on that the page calls its description; where they are few,
 * sentence-like text as well. Empty where there is not even that. `texts` are those of the blocks, in their order.
 */
export function firstParagraphs(
  content: MainBlocks,
  texts: readonly string[],
  { characters, descriptions, title }: ParagraphOptions,
): readonly string[] {
  const { blocks } = content;
  const { from, to } = describedSpan(content, texts, descriptions);
  const pieces = blocks.map((block, at) => ({ block, text: texts[at] ?? "" })).slice(from);
  const described = pieces.slice(0, to - from);
  const isBoilerplate = boilerplateOf(title);
  const isParagraph = (text: string): boolean =>
    SENTENCE_END.test(text.slice(-SENTENCE_END_CHARACTERS)) && !isBoilerplate(text) && !isCodeLike(text);
  const isFull = (piece: Piece): boolean => isProse(piece) && isLong(piece) && isParagraph(onOneLine(piece.text));
  // A description in which there is no paragraph is taken as it is.
  const asIs = new Set(described.some(isFull) ? [] : described);
  // A manual page is nothing but preformatted text.
  const prose = isPreformatted(blocks) ? pieces.filter(({ block }) => !isHeading(block.tag)) : pieces.filter(isProse);
  const lead = leadOf(prose);
  const isFirst = (piece: Piece) => piece === lead || asIs.has(piece);
  const paragraphs = take(
    prose.filter((piece) => isFirst(piece) || isLong(piece)),
    characters,
    (text, piece) => asIs.has(piece) || isParagraph(text),
  );
  if (lengthOf(paragraphs) >= FEW || (content.isOfOne && paragraphs.length > 0 && described.length > 0))
    return paragraphs;
  const first = prose.findIndex(
    (piece) => (isFirst(piece) || isLong(piece)) && onOneLine(piece.text) === paragraphs[0],
  );
  const isKept = paragraphs.length === 0 && isTabular(prose) ? isInRow : isSentence;
  const sentences = take(
    prose.slice(Math.max(0, first)).filter((piece) => isFirst(piece) || isKept(piece)),
    characters,
    (text, piece) => asIs.has(piece) || !isBoilerplate(text),
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

function take(
  from: readonly Piece[],
  until: number,
  isWanted: (text: string, piece: Piece) => boolean,
): readonly string[] {
  const texts: string[] = [];
  let length = 0;
  for (const piece of from) {
    if (length >= until) break;
    // Only code keeps its lines.
    const text = onOneLine(piece.text);
    if (!isWanted(text, piece) || texts.includes(text)) continue;
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
  !isHeading(block.tag) && block.tag !== TAG.pre && (block.marks & (MARK.code | MARK.notice)) === 0;

/** Scripts without spaces have few words of many characters. */
const isWithoutSpaces = ({ length, words }: TextBlock): boolean => length / Math.max(1, words) > 20;

function isLong({ block }: Piece): boolean {
  const isLongEnough = block.words >= 9 || (isWithoutSpaces(block) && block.length > 40);
  return isLongEnough && block.punctuation >= 1 && block.linkLength / block.length < 0.5 && block.tag !== TAG.th;
}

const isSentence = ({ block }: Piece): boolean => block.words >= 4 || (isWithoutSpaces(block) && block.length > 15);

const CELLS = tagSet("td th dt dd");
const isCell = ({ block }: Piece): boolean => CELLS[block.tag] === 1;

/** Least lines that read like sentences in a table of data, and the most of its text that is linked. */
const MIN_LINES = 5;
const LINKED_SHARE = 0.3;

/** True where most lines that read like sentences are cells of data: the others of their rows say what they are. */
function isTabular(prose: readonly Piece[]): boolean {
  const lines = prose.filter(isSentence);
  const cells = prose.filter(isCell).map(({ block }) => block);
  const linked = cells.reduce((sum, { linkLength }) => sum + linkLength, 0);
  const isOfCells = lines.length >= MIN_LINES && lines.filter(isCell).length * 2 > lines.length;
  return isOfCells && linked < LINKED_SHARE * cells.reduce((sum, { length }) => sum + length, 0);
}

const isInRow = (piece: Piece): boolean => isCell(piece) || isSentence(piece);

/** Formulas, and functions by their names: `req_url()` is a word of a sentence. Bound: 300 characters. */
const NAMED = /\$[^$]*\$|[\w.:]+\(\)/g;
const CODE_SIGNS = /[{}()[\]<>=;|_`\\/]/g;
/** Signs of code make up this share of a signature or a command, and less of any sentence. */
const CODE_SHARE = 0.09;

/** A signature, a command or a declaration that no element marks as code. */
function isCodeLike(text: string): boolean {
  const start = text.slice(0, 300);
  if (start.search(CODE_SIGNS) < 0) return false;
  const withoutNames = start.replace(NAMED, "x");
  return (withoutNames.match(CODE_SIGNS)?.length ?? 0) > CODE_SHARE * withoutNames.length;
}
