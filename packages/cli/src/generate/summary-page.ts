import { count } from "@llmstxt-service/service/describe";
import type { Generated } from "@llmstxt-service/service/jobs/generate";
import type { CrawlRequest } from "@llmstxt-service/service/jobs/request";
import { LEFT_OUT_WORDS } from "@llmstxt-service/service/left-out-words";
import { printable } from "@llmstxt-service/service/printable";
import type { RunStats } from "./run-stats.ts";

/** Most characters of a stranger's text in a cell. */
const MAX_CELL = 120;

/** Summary of a run in Markdown, for the page of a build server. */
export function summaryPage(
  generated: Generated,
  {
    request,
    stats,
    isFresh,
  }: { readonly request: Pick<CrawlRequest, "url">; readonly stats: RunStats; readonly isFresh: boolean },
): string {
  const { counts, validation } = generated;
  const size = `${count(counts.characters, "character")}, about ${count(counts.tokens, "token")}`;
  const { leftOut: groups } = stats;
  return [
    `### llms.txt of ${code(request.url)}`,
    ...(isFresh ? [] : ["**Stale:** what lies there is not what would be written."]),
    table(
      ["pages", "sections", "size", "score"],
      [[String(counts.pages), String(counts.sections.length), size, `${validation.score} of 100`]],
    ),
    table(
      ["section", "pages"],
      counts.sections.map(({ name, pages: listed }) => [code(name), String(listed)]),
    ),
    ...(groups.length === 0
      ? []
      : [
          table(
            ["left out because", "pages", "such as"],
            groups.map(({ reason, count: times, examples }) => [
              LEFT_OUT_WORDS[reason],
              String(times),
              examples.map(code).join(" "),
            ]),
          ),
        ]),
    ...(stats.failed === 0
      ? []
      : [
          `${count(stats.failed, "page")} could not be read:`,
          table(
            ["page", "why"],
            stats.failures.map(({ url, error }) => [code(url), code(error.message)]),
          ),
        ]),
  ]
    .map((block) => `${block}\n\n`)
    .join("");
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}

/** A stranger's text as code, so that it is no link, mention or HTML there. */
function code(text: string): string {
  const shown = [...printable(text).replaceAll("`", "'")].slice(0, MAX_CELL).join("");
  return `\`${shown.replaceAll("|", "\\|")}\``;
}
