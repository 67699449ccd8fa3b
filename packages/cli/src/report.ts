// Shows a run to a person: a redrawn progress line or plain lines on stderr, and a summary at the end.
import type { WriteStream } from "node:tty";
import { LEFT_OUT_WORDS } from "@llmstxt-service/crawler/left-out";
import { count, describe, eventOf, type Fact, levelOf } from "@llmstxt-service/service/facts";
import type { Made } from "@llmstxt-service/service/job";

/** Shows the progress of a crawl on a terminal or in a log. */
export interface Progress {
  readonly show: (fact: Fact) => void;
  /** Prints a notice, such as a missing browser. */
  readonly notice: (text: string) => void;
  /** Removes the progress line, so that other lines may follow. */
  readonly end: () => void;
}

/** Stream for the lines: stderr, or one like it. */
type Output = Pick<WriteStream, "write"> & { readonly columns?: number };

/** A text without characters that could control a terminal. */
export const printable = (text: string): string => text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, " ");

export const silentProgress: Progress = { show: () => {}, notice: () => {}, end: () => {} };

/** One JSON event a line: the events of the socket with `events=1`. */
export const jsonProgress = (output: Output): Progress => ({
  show: (fact) => void output.write(`${JSON.stringify(eventOf(fact))}\n`),
  notice: (text) => void output.write(`${JSON.stringify({ type: "notice", text })}\n`),
  end: () => {},
});

interface TextOptions {
  readonly maxPages: number;
  /** True if the lines of every decision are printed, too. */
  readonly verbose: boolean;
  /** True if a line may be redrawn. */
  readonly isLive: boolean;
}

const REDRAW_MS = 100;
const CLEAR = "\r\u001b[2K";
/** Fewest pages for an estimate of the remaining time. */
const MIN_FOR_ESTIMATE = 5;

/** Prints lines; on a terminal only the important ones, above one redrawn line with pages, rate and address. */
export function textProgress(output: Output, { maxPages, verbose, isLive }: TextOptions): Progress {
  const started = performance.now();
  let [done, waiting, current] = [0, 0, ""];
  const draw = () => {
    const elapsedMs = performance.now() - started;
    const left = Math.min(waiting, maxPages - done);
    const estimate = done < MIN_FOR_ESTIMATE || left === 0 ? "" : `, about ${clock((left / done) * elapsedMs)} left`;
    const pace = `${((1000 * done) / elapsedMs).toFixed(1)}/s  ${clock(elapsedMs)}${estimate}`;
    const line = `${done} of ${count(Math.min(maxPages, done + waiting), "page")}  ${pace}  ${current}`;
    output.write(`${CLEAR}${cut(line, (output.columns || 80) - 1)}`);
  };
  const print = (line: string) => void output.write(`${isLive ? CLEAR : ""}${line}\n`);
  const timer = isLive ? setInterval(draw, REDRAW_MS) : undefined;
  return {
    show: (fact) => {
      if (fact.type === "visiting") current = printable(fact.url);
      if (fact.type === "page") ({ done, waiting } = fact);
      const level = levelOf(fact);
      if (verbose || level === "warning" || (!isLive && level !== "detail"))
        for (const line of describe(fact, maxPages)) print(line);
    },
    notice: (text) => print(printable(text)),
    end: () => {
      if (isLive) output.write(CLEAR);
      clearInterval(timer);
    },
  };
}

/** Duration in words: `12 s`, `3 min 5 s`. */
function clock(ms: number): string {
  const seconds = Math.round(ms / 1000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** Cuts a line to a width in code points; lines with wide characters may still wrap, which spoils one redraw. */
function cut(line: string, width: number): string {
  const points = [...line];
  return points.length <= width ? line : `${points.slice(0, Math.max(0, width - 1)).join("")}…`;
}

interface RunEnd {
  readonly maxPages: number;
  readonly maxPagesLimit: number;
  readonly isCheck: boolean;
  /** Files; none with `--check`. */
  readonly written: readonly string[];
  readonly unchanged: readonly string[];
  /** File of the document; undefined: standard output. */
  readonly document: string | undefined;
  /** Folder of `--publish`. */
  readonly published: string | undefined;
}

const WORDS: Readonly<Record<string, string>> = LEFT_OUT_WORDS;

const sizeOf = ({ characters, tokens }: Made["summary"]) =>
  `${count(characters, "character")}, about ${count(tokens, "token")}`;

/** Findings named at the end; `validate` lists all. */
const MAX_FINDINGS = 3;
/** Reasons named at the end; `--json` has every address. */
const MAX_REASONS = 4;

/** The result of a run for a person: pages, size, findings, what is missing and why, files, and the next step. */
export function lastWords(made: Made, ended: RunEnd): string {
  const { summary } = made;
  const { written, unchanged } = ended;
  const next = nextStep(made, ended);
  const more = summary.findings.length - MAX_FINDINGS;
  return [
    `${count(summary.pages, "page")} in ${(summary.elapsedMs / 1000).toFixed(1)} s: ${sizeOf(summary)}.`,
    ...summary.findings
      .slice(0, MAX_FINDINGS)
      .map(
        ({ level, line, message }) =>
          `${level === "error" ? "Error" : "Warning"}${line > 0 ? `, line ${line}` : ""}: ${message}`,
      ),
    ...(more > 0 ? [`… and ${count(more, "more finding")}.`] : []),
    ...leftOutLines(made),
    ...(summary.failed === 0 ? [] : [`Could not be read: ${count(summary.failed, "page")}.`]),
    ...(written.length === 0 ? [] : [`Wrote ${written.join(", ")}.`]),
    ...(unchanged.length === 0 ? [] : [`Unchanged: ${unchanged.join(", ")}.`]),
    ...(next === undefined ? [] : [`Next: ${next}`]),
  ]
    .map((line) => `${printable(line)}\n`)
    .join("");
}

/** Reasons that do not depend on the page: a longer crawl would read it. */
const WAITING = ["over the limit", "not reached"];

const waitingOf = ({ leftOut }: Made["summary"]): number =>
  leftOut.reduce((sum, { reason, count: times }) => (WAITING.includes(reason) ? sum + times : sum), 0);

/** `Left out: 47 (in another language: 30, only list other pages: 17).`, `Not read: 12 more.` */
function leftOutLines({ summary }: Made): readonly string[] {
  const found = summary.leftOut.filter(({ reason }) => !WAITING.includes(reason));
  const total = found.reduce((sum, { count: times }) => sum + times, 0);
  const named = found.slice(0, MAX_REASONS).map(({ reason, count: times }) => `${WORDS[reason] ?? reason}: ${times}`);
  const others = found.length > MAX_REASONS ? ", …" : "";
  const waiting = waitingOf(summary);
  return [
    ...(total === 0 ? [] : [`Left out: ${total.toLocaleString("en")} (${named.join(", ")}${others}).`]),
    ...(waiting === 0 ? [] : [`Not read: ${waiting.toLocaleString("en")} more.`]),
  ];
}

function nextStep({ summary }: Made, ended: RunEnd): string | undefined {
  const { maxPages, maxPagesLimit, isCheck, document, published } = ended;
  if (isCheck || summary.why === "asked") return undefined;
  if (summary.why === "timeout") return "a longer CRAWL_TIMEOUT_SECONDS reads more of the site.";
  const waiting = waitingOf(summary);
  if (waiting > 0 && maxPages < maxPagesLimit)
    return `--max-pages ${Math.min(maxPagesLimit, rounded(maxPages + waiting))} reads more of the site.`;
  if (published !== undefined) return `serve ${published} with your site; examples/serving has settings for servers.`;
  if (document === undefined) return process.stdout.isTTY ? "-o llms.txt writes it into a file." : undefined;
  return "put it at /llms.txt of your site; --publish <folder> adds Markdown pages.";
}

/** The number rounded up to one digit other than 0: 61 becomes 70. */
function rounded(pages: number): number {
  const step = 10 ** Math.floor(Math.log10(pages));
  return Math.ceil(pages / step) * step;
}

/** Most characters of untrusted text in a cell, and most rows of a table. */
const MAX_CELL = 120;
const MAX_ROWS = 100;

/** Summary of a run in Markdown, for the page of a build server. */
export function summaryPage(url: string, { summary }: Made, isFresh: boolean): string {
  const failures = summary.addresses.filter((address) => address.state === "failed");
  const blocks = [
    `### llms.txt of ${code(url)}`,
    ...(isFresh ? [] : ["**Stale:** what lies there is not what would be written."]),
    table(["pages", "sections", "size"], [[String(summary.pages), String(summary.sections.length), sizeOf(summary)]]),
    table(
      ["section", "pages"],
      summary.sections.map(({ name, pages }) => [code(name), String(pages)]),
    ),
    table(
      ["finding", "line"],
      summary.findings.map(({ message, line }) => [code(message), line > 0 ? String(line) : ""]),
    ),
    table(
      ["left out because", "addresses"],
      summary.leftOut.map(({ reason, count: times }) => [WORDS[reason] ?? reason, String(times)]),
    ),
    table(
      ["could not be read", "why"],
      failures.map(({ url, reason }) => [code(url), code(reason ?? "")]),
    ),
  ];
  return blocks
    .filter((block) => block !== "")
    .map((block) => `${block}\n\n`)
    .join("");
}

/** Returns an empty text for a table without rows. */
function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return "";
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  const shown = rows.slice(0, MAX_ROWS).map(line);
  const more =
    rows.length > MAX_ROWS ? [line([`… and ${rows.length - MAX_ROWS} more`, ...head.slice(1).map(() => "")])] : [];
  return [line(head), line(head.map(() => "---")), ...shown, ...more].join("\n");
}

/** Writes untrusted text as code, so that it cannot be a link, mention or HTML. */
function code(text: string): string {
  const shown = [...printable(text).replaceAll("`", "'")].slice(0, MAX_CELL).join("");
  return `\`${shown.replaceAll("|", "\\|")}\``;
}
