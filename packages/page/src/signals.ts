// Detects pages without content of their own: a challenge, a dialog, an error, an unfilled app shell.
import { type Content, insideOf } from "./content/content.ts";
import { isAllCode } from "./paragraphs.ts";
import type { Block } from "./scan/blocks.ts";
import type { Field } from "./scan/embedded.ts";
import { IS } from "./scan/names.ts";
import type { Scan } from "./scan/scan.ts";
import { blockText } from "./scan/text-of.ts";

const MARKS = ["challenge", "consent-wall", "needs-javascript", "error-page", "app-root", "unfilled-template"] as const;
type EmptyPage = (typeof MARKS)[number];

/** Facts for deciding whether a page has content. */
export interface Signals {
  /** Characters of visible text outside navigation and footers. */
  readonly contentCharacters: number;
  readonly visibleCharacters: number;
  /** Characters of the main content in links, or in list items with a link. */
  readonly linkedCharacters: number;
  readonly scripts: number;
  /** Detected on short pages only. */
  readonly marks: readonly EmptyPage[];
  /** True for a listing of source code: code without a title. */
  readonly isSource: boolean;
  /** Kinds of fields in the page's own forms. */
  readonly fields: readonly Field[];
  /** Number of pages in the frames of a frameset: they are its first links. */
  readonly frames: number;
}

/** A page with more text is a real one, whatever words are in it. */
const SHORT = 1_000;
const CHALLENGE_CHARACTERS = 700;
/** Most links of a challenge or error page; a page with more has its own navigation. */
const FEW_LINKS = 8;

const CHALLENGE_TITLE =
  /^(?:just a moment|attention required|access denied|checking your browser|ddos-guard|please wait|one moment|verifying you are human|security (?:check|verification)|are you (?:a robot|human)|human verification|robot (?:check|or human)|bot verification|pardon our interruption|one more step|vercel security checkpoint)/i;
const CHALLENGE_TEXT =
  /verify(?:ing)? (?:that )?you(?:'re|’re| are) (?:a |not a )?(?:human|robot)|checking (?:your browser|if the site connection is secure)|enable javascript and cookies to continue|unusual (?:traffic|activity) from your|complete the (?:captcha|security check)|press (?:&|and) hold|incapsula incident|request unsuccessful|ddos protection by|performing security verification|you have been blocked/i;
const CONSENT_TITLE = /^(?:before you continue|cookie consent|your privacy choices|we value your privacy)/i;
const CONSENT_TEXT = /\b(?:cookies?|consent|privacy|personal data|partners)\b/gi;
const CONSENT_ANSWER = /\b(?:accept|agree|allow|reject|manage|consent)\b/i;
const NEEDS_SCRIPT =
  /(?:enable|activate|turn on|requires?|needs?|without) javascript|javascript (?:is |must be |to be )?(?:disabled|required|enabled|needed|turned off)|does not (?:support|have) javascript/i;
const ERROR_TITLE =
  /^(?:error[\s:]*)?(?:(?:4\d\d|5\d\d)\b[\s:|–—-]*(?:error|page|not found|forbidden|unauthorized|gone|bad|internal|service|gateway|access|oops|$)|page (?:not found|does(?:n't| not) exist)|not found\b|nothing (?:was )?found|(?:internal )?server error|bad gateway|service (?:temporarily )?unavailable|site not found|there isn't a github pages site)/i;
/** Typical texts of error pages. Bound: 700 characters. */
const ERROR_TEXT =
  /(?:page|document|content|url|address|resource) (?:that )?(?:you(?:'re|’re| are| were)? (?:are )?(?:look(?:ing|ed) for|request(?:ed|ing)|tr(?:ying|ied) to (?:reach|visit|open|access))|requested)[^.!?]{0,60}?(?:does(?:n['’]t| not) exist|(?:is|was)(?:n['’]t| not) (?:found|available|here)|no longer exists|(?:has been|was|may have been|might have been) (?:moved|removed|deleted|renamed)|(?:could(?:n['’]t| not)|can(?:['’]t|not| not)) be found)|(?:could(?:n['’]t| not)|can(?:['’]t|not| not)) find (?:the |that |this |a )?(?:page|what you(?:'re|’re| are| were) looking for)|nothing (?:was |could be )?found (?:at|here)|there(?: is|['’]s) (?:no such page|nothing (?:here|at this (?:address|location|url)))\b|we (?:have )?lost (?:this|that|the) page/i;
const TEMPLATE_HOLE = /\{\{[^{}]*\}\}/g;

type PageContext = { readonly title: string; readonly heading: string; readonly isRendered: boolean };

export function signalsOf(scan: Scan, content: Content, named: PageContext): Signals {
  const { blocks, items, page } = content;
  const { dropped, contentCharacters, visibleCharacters, holds } = page;
  // A search form is in the main element only if it is the page's main function (HTML 4.4.14).
  const isOwn = (bits: number) => holds[0] !== 1 || (bits & IS.main) !== 0;
  const isItem = items.length === 0 ? items : insideOf(scan, items);
  const isShown = ({ bits }: Block) => (bits & dropped) === 0;
  return {
    contentCharacters,
    visibleCharacters,
    linkedCharacters: blocks.reduce((sum, one) => sum + (isItem[one.container] === 1 ? one.length : one.linked), 0),
    scripts: scan.scripts,
    marks: visibleCharacters > SHORT ? [] : marksOf(scan, isShown, named),
    isSource: named.title === "Untitled" && isAllCode(blocks),
    fields: [...scan.fields].flatMap(([field, bits]) => (isOwn(bits) ? field : [])),
    frames: scan.frames,
  };
}

function marksOf(
  scan: Scan,
  isShown: (block: Block) => boolean,
  { title, heading, isRendered }: PageContext,
): EmptyPage[] {
  const visible = startOf(scan, isShown);
  const aside = isRendered ? "" : startOf(scan, (block) => !isShown(block) && (block.bits & IS.noscript) !== 0);
  const isFew = scan.links.length <= FEW_LINKS;
  const isNamed = (pattern: RegExp) => pattern.test(title) || pattern.test(heading);
  const asks = CONSENT_ANSWER.test(visible) && shareOf(CONSENT_TEXT, visible) > 0.08;
  const isChallenge = visible.length < CHALLENGE_CHARACTERS && CHALLENGE_TEXT.test(visible + aside);
  const found: Readonly<Record<EmptyPage, boolean>> = {
    challenge: isFew && (isChallenge || isNamed(CHALLENGE_TITLE)),
    "consent-wall": isFew && (asks || CONSENT_TITLE.test(title)),
    "needs-javascript": NEEDS_SCRIPT.test(visible) || (isFew && NEEDS_SCRIPT.test(aside)),
    "error-page": isNamed(ERROR_TITLE) || (visible.length < CHALLENGE_CHARACTERS && ERROR_TEXT.test(visible)),
    // After scripts ran, an app's root element means nothing.
    "app-root": scan.hasAppRoot && !isRendered,
    "unfilled-template": shareOf(TEMPLATE_HOLE, visible) > 0.3,
  };
  return MARKS.filter((mark) => found[mark]);
}

/** The text of the first wanted blocks, about `SHORT` characters of it. */
function startOf(scan: Scan, isWanted: (block: Block) => boolean): string {
  let text = "";
  for (const block of scan.blocks) {
    if (text.length >= SHORT) break;
    if (isWanted(block)) text += `${blockText(scan, block)} `;
  }
  return text;
}

/** Share of a text that the matches cover; 0 to 1. */
const shareOf = (pattern: RegExp, text: string): number =>
  text === "" ? 0 : (text.match(pattern)?.join("").length ?? 0) / text.length;
