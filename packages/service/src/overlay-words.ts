import type { OverlayFinding } from "@llmstxt-service/document/overlay";
import type { OverlayProblem } from "@llmstxt-service/document/overlay-file";
import { grouped } from "@llmstxt-service/page/grouped";

/** An overlay's entry that had no effect, or another one than it says, in one sentence. */
export function describeOverlayFinding(finding: OverlayFinding): string {
  switch (finding.code) {
    case "pageGone":
      return `${finding.page}: no such page is listed. The change is kept for when it is`;
    case "pageIsHome":
      return `${finding.page}: the homepage is the head of the document: change name and summary instead`;
    case "pageRepeated":
      return `${finding.page}: change ${finding.first + 1} is about this page, too. Where both say something, that one counts`;
    case "pageUnchanged":
      return `${finding.page}: nothing is said of this page`;
    case "pinnedAndHidden":
      return `${finding.page}: it is hidden, so pinning it does nothing`;
    case "sectionGone":
      return `Section ${finding.section}: there is none. The change is kept for when there is`;
    case "sectionRepeated":
      return `Section ${finding.section}: it is named twice. The first one counts`;
    case "sectionsJoined":
      return `Section ${finding.section}: another one is called ${finding.as} already, so the two are one`;
    case "optionalIsLast":
      return "Section Optional: it stays the last one, where readers look for it";
    case "textCut":
      return `${NOUNS[finding.field]}: ${finding.characters} characters, of which ${finding.max} fit. It is cut`;
    case "textEmpty":
      return `${NOUNS[finding.field]}: nothing of it can be shown. What the crawl found stays`;
    case "textCleaned":
      return `${NOUNS[finding.field]}: links, tags, marks or hidden characters were taken out`;
    case "everythingHidden":
      return "Every page is hidden, so the homepage is listed";
  }
}

const NOUNS = {
  name: "The name",
  summary: "The summary",
  notes: "The note",
  sections: "The section's name",
  title: "The title",
  description: "The description",
  section: "The section's name",
} as const;

function describeOverlayProblem(problem: OverlayProblem): string {
  switch (problem.code) {
    case "tooLarge":
      return `it has more than ${grouped(problem.maxBytes)} bytes`;
    case "tooDeep":
      return "lists and objects go deeper here than in any overlay";
    case "yaml":
      return `this is no YAML: ${problem.detail}`;
    case "notTaken":
      return `an overlay has no ${NOT_TAKEN[problem.what]}: write the value itself, in quotes where it begins with &, * or !`;
    case "keyRepeated":
      return `the key ${problem.key} stands here twice: write it once`;
    case "unknownKey":
      return `there is no key ${problem.key}. There are ${problem.known.join(", ")}`;
    case "wrongValue": {
      const where = problem.path.filter((part) => typeof part === "string").at(-1) ?? "an overlay";
      return `${where} ${problem.must}${problem.must === "must be a text" ? ": put it in quotes" : ""}`;
    }
  }
}

const NOT_TAKEN = { anchor: "anchors", alias: "aliases", tag: "tags" } as const;

/** All problems in one line: `line 3: …; line 5: …`. */
export const describeOverlayProblems = (problems: readonly OverlayProblem[]): string =>
  problems
    .map((problem) => `${problem.line === undefined ? "" : `line ${problem.line}: `}${describeOverlayProblem(problem)}`)
    .join("; ");
