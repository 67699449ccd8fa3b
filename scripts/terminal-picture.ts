// Draws docs/images/terminal.svg: the command on the example site, as a terminal shows it (npm run docs:terminal). The
// run is real, on a pseudo-terminal by util-linux's `script`; only the site's address is replaced by its home's.
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { serveDemoSite } from "./demo-site.ts";
import { type Frame, sampled, terminalFrames, wrapped } from "./terminal-frames.ts";

const FILE = "docs/images/terminal.svg";
const HOME = "https://tidewater.example";
/** With a port of five digits it is as long as its home, so that the count of characters is right. */
const HOSTNAME = "127.0.100.10";
/** Latency like that of the internet. */
const LATENCY_MS = 120;
const COLUMNS = 88;
/** Command that shows the document. */
const LOOK = "head -12 llms.txt | fold -s";
const LIVING_FRAMES = 8;

const TYPING_S = 0.9;
const FRAME_S = 0.28;
const LINE_S = 0.12;

const FONT = 14;
const LINE_HEIGHT = 20;
const CHARACTER = 8.43;
const PADDING = 18;
const BAR = 34;

const STYLE = `
  svg { --ground: #ffffff; --edge: #d0d7de; --text: #1f2328; --faint: #59636e; --prompt: #1a7f37 }
  @media (prefers-color-scheme: dark) { svg { --ground: #0d1117; --edge: #30363d; --text: #e6edf3; --faint: #9198a1; --prompt: #3fb950 } }
  text { font: ${FONT}px ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; fill: var(--text); white-space: pre }
  .prompt { fill: var(--prompt) } .faint { fill: var(--faint) }
  .on { animation: on 1ms both } .between { opacity: 0; animation: between 1s both }
  @keyframes on { from { opacity: 0 } }
  @keyframes between { 0%, 100% { opacity: 0 } 1%, 99% { opacity: 1 } }
  @media (prefers-reduced-motion: reduce) { .on, .between { animation: none } }`;

/** One line of the picture, with the times of its appearance and disappearance. */
interface Shown {
  readonly row: number;
  readonly text: string;
  readonly from: number;
  readonly until?: number;
  readonly kind: "command" | "output" | "living";
}

const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

function drawn({ row, text, from, until, kind }: Shown): string {
  const y = BAR + PADDING + row * LINE_HEIGHT;
  const at = `style="animation-delay:${from.toFixed(2)}s${until === undefined ? "" : `;animation-duration:${(until - from).toFixed(2)}s`}"`;
  const words = kind === "command" ? `<tspan class="prompt">$</tspan> ${escaped(text)}` : escaped(text);
  const look = `${until === undefined ? "on" : "between"}${kind === "living" ? " faint" : ""}`;
  return `<text class="${look}" ${at} x="${PADDING}" y="${y}">${words}</text>`;
}

/** The lines of the picture in time: the command, its redrawn line, its output, then the document's first lines. */
export function terminalLines({ frames, document }: Recording): Shown[] {
  const shown: Shown[] = [{ row: 0, text: `llmstxt ${HOME} -o llms.txt`, from: 0, kind: "command" }];
  let at = TYPING_S;
  for (const { living } of sampled(
    frames.filter((frame) => frame.living !== ""),
    LIVING_FRAMES,
  )) {
    shown.push({ row: 1, text: living, from: at, until: at + FRAME_S, kind: "living" });
    at += FRAME_S;
  }
  let row = 1;
  const put = (text: string, kind: Shown["kind"]) => {
    for (const line of wrapped(text, COLUMNS)) {
      if (line !== "") shown.push({ row, text: line, from: at, kind });
      row++;
      at += LINE_S;
    }
  };
  for (const line of frames.at(-1)?.lines ?? []) put(line, "output");
  at += TYPING_S;
  put(LOOK, "command");
  for (const line of document) put(line, "output");
  return shown;
}

/** Texts of a picture that stay, in their order. */
export const textsOf = (picture: string): readonly string[] =>
  [...picture.matchAll(/<text class="on"[^>]*>(.*)<\/text>/g)].map(([, text = ""]) =>
    text
      .replace(/^<tspan.*?<\/tspan> /, "")
      .replaceAll("&lt;", "<")
      .replaceAll("&gt;", ">")
      .replaceAll("&amp;", "&"),
  );

function terminalPicture(shown: readonly Shown[], name: string): string {
  const width = Math.ceil(COLUMNS * CHARACTER + 2 * PADDING);
  const height = BAR + PADDING + (Math.max(...shown.map(({ row }) => row)) + 1) * LINE_HEIGHT;
  const lights = [0, 1, 2].map((n) => `<circle cx="${PADDING + 6 + n * 20}" cy="17" r="5" fill="var(--edge)"/>`);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escaped(name)}">`,
    `<style>${STYLE}\n</style>`,
    `<rect x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="9" fill="var(--ground)" stroke="var(--edge)"/>`,
    ...lights,
    ...shown.map(drawn),
    "</svg>\n",
  ].join("\n");
}

interface Recording {
  readonly frames: readonly Frame[];
  /** First lines of the file. */
  readonly document: readonly string[];
}

/** Runs the command on a terminal of this width. */
export async function recordTerminal(): Promise<Recording> {
  using site = await serveDemoSite({ hostname: HOSTNAME, latencyMs: LATENCY_MS });
  const folder = mkdtempSync(join(tmpdir(), "llmstxt-terminal-"));
  try {
    const command = `stty cols ${COLUMNS}; '${process.execPath}' '${join(import.meta.dirname, "../dist/cli.js")}' ${site.origin} -o llms.txt`;
    const env = { PATH: process.env.PATH, HOME: folder, TERM: "xterm-256color", BROWSER_ENABLED: "false" };
    const { stdout } = await promisify(execFile)("script", ["-qec", command, "/dev/null"], { cwd: folder, env });
    if (site.origin.length !== HOME.length) throw new Error(`${site.origin} is not as long as ${HOME}: run it again`);
    const home = (text: string) => text.replaceAll(site.origin, HOME);
    const file = join(folder, "llms.txt");
    writeFileSync(file, home(readFileSync(file, "utf8")));
    const look = await promisify(execFile)("sh", ["-c", LOOK], { cwd: folder });
    return { frames: terminalFrames(home(stdout)), document: look.stdout.trimEnd().split("\n") };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

if (import.meta.main) {
  const name = "The command crawls a site of 15 pages in a second and writes its llms.txt; the file's first lines";
  writeFileSync(FILE, terminalPicture(terminalLines(await recordTerminal()), name));
}
