import type { Content } from "./content/content.ts";
import type { TextBlock } from "./scan/scan.ts";
import { blockText, MARK, type Scan } from "./scan/scan.ts";

export interface ContentSignals {
  /** Characters of visible text outside navigation and footers. */
  readonly contentCharacters: number;
  /** Characters of all visible text. */
  readonly visibleCharacters: number;
  readonly scripts: number;
  /** Text inside `<noscript>`; 0 after a browser has run the page's scripts. */
  readonly noscriptCharacters: number;
  /**
   * Marks of a page that is no page, looked for on short ones only: `app-root`, `challenge`, `consent-wall`,
   * `needs-javascript`, `error-page`, `unfilled-template`.
   */
  readonly marks: readonly string[];
}

/** Characters of text from which a page is a real one, whatever words stand in it. */
const SHORT = 1_000;
/** Most characters of a challenge's text. */
const CHALLENGE_CHARACTERS = 700;
/** Most links of a page that stands in for another; one with more has a navigation of its own. */
const FEW_LINKS = 8;

const CHALLENGE_TITLE =
  /^(?:just a moment|attention required|access denied|checking your browser|ddos-guard|please wait|one moment|verifying you are human|security (?:check|verification)|are you (?:a robot|human)|human verification|robot (?:check|or human)|bot verification|pardon our interruption|one more step|vercel security checkpoint)/i;
const CHALLENGE_TEXT =
  /verify(?:ing)? (?:that )?you(?:'re|’re| are) (?:a |not a )?(?:human|robot)|checking (?:your browser|if the site connection is secure)|enable javascript and cookies to continue|unusual (?:traffic|activity) from your|complete the (?:captcha|security check)|press (?:&|and) hold|incapsula incident|request unsuccessful|ddos protection by|performing security verification|you have been blocked/i;
const CONSENT_TITLE = /^(?:before you continue|cookie consent|your privacy choices|we value your privacy)/i;
const CONSENT_TEXT = /\b(?:cookies?|consent|privacy|personal data|partners)\b/gi;
const CONSENT_ANSWER = /\b(?:accept|agree|allow|reject|manage|consent)\b/i;
const NEEDS_JAVASCRIPT =
  /(?:enable|activate|turn on|requires?|needs?|without) javascript|javascript (?:is |must be |to be )?(?:disabled|required|enabled|needed|turned off)|does not (?:support|have) javascript/i;
const ERROR_TITLE =
  /^(?:error[\s:]*)?(?:(?:4\d\d|5\d\d)\b[\s:|–—-]*(?:error|page|not found|forbidden|unauthorized|gone|bad|internal|service|gateway|access|oops|$)|page (?:not found|does(?:n't| not) exist)|not found\b|nothing (?:was )?found|(?:internal )?server error|bad gateway|service (?:temporarily )?unavailable|site not found|there isn't a github pages site)/i;
const TEMPLATE_HOLE = /\{\{[^{}]*\}\}/g;

interface ReadSignals {
  readonly title: string;
  /** True if a browser has run the page's scripts. */
  readonly isRendered: boolean;
}

/** Facts for `contentProblem`. */
export function signalsOf(scanned: Scan, content: Content, { title, isRendered }: ReadSignals): ContentSignals {
  // If the content itself stands in `<noscript>` or is hidden, the page shows it.
  const inContent = new Set(content.blocks.filter(isHidden));
  const isShown = (block: TextBlock) => !isHidden(block) || inContent.has(block);
  let contentCharacters = 0;
  let visibleCharacters = 0;
  for (const block of scanned.blocks) {
    if (!isShown(block)) continue;
    visibleCharacters += block.length;
    if ((block.marks & (MARK.navigation | MARK.footer)) === 0) contentCharacters += block.length;
  }
  const isOutside = (block: TextBlock) => !isShown(block) && (block.marks & MARK.noscript) !== 0;
  const noscript = isRendered ? "" : startOf(scanned, isOutside);
  return {
    contentCharacters,
    visibleCharacters,
    scripts: scanned.scripts,
    noscriptCharacters: noscript.length,
    marks:
      visibleCharacters > SHORT
        ? []
        : marksOfShortPage(scanned, { title, isRendered, visible: startOf(scanned, isShown), noscript }),
  };
}

const isHidden = ({ marks }: TextBlock): boolean => (marks & (MARK.noscript | MARK.unshown)) !== 0;

/** The text of the first wanted blocks, about `SHORT` characters of it. */
function startOf(scanned: Scan, isWanted: (block: TextBlock) => boolean): string {
  let text = "";
  for (const block of scanned.blocks) {
    if (text.length >= SHORT) break;
    if (isWanted(block)) text += `${blockText(scanned, block)} `;
  }
  return text;
}

interface ShortPage extends ReadSignals {
  readonly visible: string;
  readonly noscript: string;
}

function marksOfShortPage(scanned: Scan, { title, isRendered, visible, noscript }: ShortPage): string[] {
  const hasFewLinks = scanned.links.length <= FEW_LINKS;
  const names = [title, scanned.firstHeading];
  const marks: string[] = [];
  const isChallenge = visible.length < CHALLENGE_CHARACTERS && CHALLENGE_TEXT.test(visible + noscript);
  if (hasFewLinks && (isChallenge || names.some((name) => CHALLENGE_TITLE.test(name)))) marks.push("challenge");
  const asksConsent = CONSENT_ANSWER.test(visible) && shareOf(CONSENT_TEXT, visible) > 0.08;
  if (hasFewLinks && (asksConsent || CONSENT_TITLE.test(title))) marks.push("consent-wall");
  if (NEEDS_JAVASCRIPT.test(visible) || (hasFewLinks && NEEDS_JAVASCRIPT.test(noscript)))
    marks.push("needs-javascript");
  if (names.some((name) => ERROR_TITLE.test(name))) marks.push("error-page");
  // After the scripts ran, an app's root element says nothing.
  if (scanned.hasAppRoot && !isRendered) marks.push("app-root");
  if (shareOf(TEMPLATE_HOLE, visible) > 0.3) marks.push("unfilled-template");
  return marks;
}

/** Share of a text that the matches make up; 0 to 1. */
function shareOf(pattern: RegExp, text: string): number {
  const matched = text.match(pattern)?.join("").length ?? 0;
  return text === "" ? 0 : matched / text.length;
}
