// A run as a person sees it: a living line or lines on stderr, and its last words.
import type { WriteStream } from "node:tty";
import { LEFT_OUT_WORDS } from "@llmstxt-service/crawler/left-out";
import { count, describe, eventOf, type Fact, levelOf } from "@llmstxt-service/service/facts";
import type { Made } from "@llmstxt-service/service/job";

/** Shows the progress of a crawl on a terminal or in a log. */
export interface Progress {
  readonly show: (fact: Fact) => void;
  /** Prints a notice, such as a missing browser. */
  readonly notice: (text: string) => void;
  /** Removes its own line from the screen; other lines may follow. */
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

interface LineOptions {
  readonly maxPages: number;
  /** True if the lines of every decision are printed, too. */
  readonly verbose: boolean;
}

/** One line for each fact, for logs and pipes. */
export const lineProgress = (output: Output, { maxPages, verbose }: LineOptions): Progress => ({
  show: (fact) => {
    if (!verbose && levelOf(fact) === "detail") return;
    for (const line of describe(fact, maxPages)) output.write(`${line}\n`);
  },
  notice: (text) => void output.write(`${printable(text)}\n`),
  end: () => {},
});

const REDRAW_MS = 100;
const FRAMES = "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏";
/** Silence after which the line says that it waits, and shows no rate. */
const SILENT_MS = 3_000;
/** Least pages for an estimate of the remaining time. */
const MIN_FOR_ESTIMATE = 5;

/** Redraws one line with pages done, rate and current address; lines that a person must not miss stay above it. */
export function liveProgress(output: Output, { maxPages, verbose }: LineOptions): Progress {
  const started = performance.now();
  let heard = started;
  let done = 0;
  let waiting = 0;
  let current = "";
  let frame = 0;
  const pace = (now: number): string => {
    const elapsed = clock(now - started);
    if (now - heard >= SILENT_MS) return `${elapsed}, waiting for ${clock(now - heard)}`;
    if (done === 0) return elapsed;
    const aSecond = done / Math.max(0.001, (now - started) / 1000);
    const left = Math.min(waiting, maxPages - done);
    const rate = `${aSecond.toFixed(1)}/s  ${elapsed}`;
    return done < MIN_FOR_ESTIMATE || left === 0 ? rate : `${rate}, about ${clock((left / aSecond) * 1000)} left`;
  };
  const draw = () => {
    const line = `${FRAMES[frame++ % FRAMES.length]} ${done} of ${Math.min(maxPages, done + waiting)} pages  ${pace(performance.now())}  ${current}`;
    output.write(`\r\u001b[2K${cut(line, (output.columns ?? 80) - 1)}`);
  };
  const above = (line: string) => void output.write(`\r\u001b[2K${line}\n`);
  const timer = setInterval(draw, REDRAW_MS);
  let isOver = false;
  return {
    show: (fact) => {
      heard = performance.now();
      if (fact.type === "visiting") current = printable(fact.url);
      if (fact.type === "page") ({ done, waiting } = fact);
      const level = levelOf(fact);
      if (!verbose && level !== "warning") return;
      for (const line of describe(fact, maxPages)) above(line);
    },
    notice: (text) => above(printable(text)),
    end: () => {
      if (isOver) return;
      isOver = true;
      clearInterval(timer);
      output.write("\r\u001b[2K");
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

/** A file of a run: written, or as it was. */
export interface Delivered {
  readonly file: string;
  readonly isNew: boolean;
}

interface RunEnd {
  readonly maxPages: number;
  readonly maxPagesLimit: number;
  /** Files written or unchanged; none with `--check`. */
  readonly delivered: readonly Delivered[];
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
  const names = (isNew: boolean) => ended.delivered.filter((one) => one.isNew === isNew).map(({ file }) => file);
  const [written, same] = [names(true), names(false)];
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
    ...(same.length === 0 ? [] : [`Unchanged: ${same.join(", ")}.`]),
    ...(next === undefined ? [] : [`Next: ${next}`]),
  ]
    .map((line) => `${printable(line)}\n`)
    .join("");
}

/** Reasons that say nothing of the page itself: a longer crawl would read it. */
const WAITING = ["over the limit", "not reached"];

const waitingOf = ({ leftOut }: Made["summary"]): number =>
  leftOut.reduce((sum, { reason, count: times }) => (WAITING.includes(reason) ? sum + times : sum), 0);

/** `Left out: 47 (30 in another language, 17 lists of pages).`, `Not read: 12 more.` */
function leftOutLines({ summary }: Made): readonly string[] {
  const found = summary.leftOut.filter(({ reason }) => !WAITING.includes(reason));
  const total = found.reduce((sum, { count: times }) => sum + times, 0);
  const named = found.slice(0, MAX_REASONS).map(({ reason, count: times }) => `${times} ${WORDS[reason] ?? reason}`);
  const others = found.length > MAX_REASONS ? ", …" : "";
  const waiting = waitingOf(summary);
  return [
    ...(total === 0 ? [] : [`Left out: ${total.toLocaleString("en")} (${named.join(", ")}${others}).`]),
    ...(waiting === 0 ? [] : [`Not read: ${waiting.toLocaleString("en")} more.`]),
  ];
}

function nextStep({ summary }: Made, ended: RunEnd): string | undefined {
  const { maxPages, maxPagesLimit, document, published } = ended;
  if (summary.why === "asked") return undefined;
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

/** Most characters of a stranger's text in a cell, and rows of a table. */
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

/** Empty without a row. */
function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return "";
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  const shown = rows.slice(0, MAX_ROWS).map(line);
  const more =
    rows.length > MAX_ROWS ? [line([`… and ${rows.length - MAX_ROWS} more`, ...head.slice(1).map(() => "")])] : [];
  return [line(head), line(head.map(() => "---")), ...shown, ...more].join("\n");
}

/** A stranger's text as code, so that it is no link, mention or HTML there. */
function code(text: string): string {
  const shown = [...printable(text).replaceAll("`", "'")].slice(0, MAX_CELL).join("");
  return `\`${shown.replaceAll("|", "\\|")}\``;
}
