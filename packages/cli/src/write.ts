// The files of a run, written whole or, with --check, only compared.
import { lstatSync, readFileSync } from "node:fs";
import { readFile, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { openFolder } from "@llmstxt-service/crawler/fetch/folder";
import { agentsIndex, withBlock } from "@llmstxt-service/document/agents-md";
import { annotated } from "@llmstxt-service/document/annotate";
import { type Bundle, bundleOf } from "@llmstxt-service/document/bundle";
import { fullText } from "@llmstxt-service/document/full";
import { LIST_PATH, listedPaths, publishing } from "@llmstxt-service/document/publishing";
import { CrawlError } from "@llmstxt-service/page/errors";
import { METADATA } from "@llmstxt-service/page/our-files";
import { count } from "@llmstxt-service/service/facts";
import type { Made } from "@llmstxt-service/service/job";
import { wrongUsage } from "./exit.ts";
import { checkFolder, checkWritable, fileProblem, storedText, writeWhole } from "./files.ts";
import type { GenerateFlags } from "./generate-command.ts";
import { printable } from "./report.ts";
import type { Source } from "./source.ts";

const agentsFile = ({ agentsMd }: GenerateFlags) => (agentsMd === true ? "AGENTS.md" : agentsMd);

/** The document's file; undefined for standard output. With `--check` a folder's own llms.txt. */
export function documentFile(flags: GenerateFlags, source: Source): string | undefined {
  if (flags.output !== undefined && flags.output !== "-") return flags.output;
  return flags.check && source.type === "folder" && isAlone(flags) ? join(source.folder, "llms.txt") : undefined;
}

const isAlone = ({ publish, agentsMd, annotate }: GenerateFlags) => (publish ?? agentsMd ?? annotate) === undefined;

/** Refuses impossible flags before any work is done. @throws CrawlError `wrong_usage` */
export async function checkFlags(flags: GenerateFlags, source: Source): Promise<void> {
  const { full, publish, annotate, summary } = flags;
  if (annotate !== undefined && source.type !== "folder")
    throw wrongUsage("--annotate changes the pages of a folder, and this is an address");
  if (annotate === "write" && publish === undefined)
    throw wrongUsage("--annotate links to the files of --publish: name their folder");
  if (full === true && publish === undefined) throw wrongUsage("--full needs a file, or --publish with a folder");
  const document = documentFile(flags, source);
  const files = [document, full === true ? undefined : full, agentsFile(flags), summary].filter(
    (file) => file !== undefined,
  );
  if (publish === "" || files.includes("")) throw wrongUsage("A flag needs the name of a file, and it is empty");
  const named = publish === undefined ? files : [join(publish, "llms.txt"), join(publish, "llms-full.txt"), ...files];
  const twice = named.find((file, at) => named.some((other, n) => n < at && resolve(other) === resolve(file)));
  if (twice !== undefined) throw wrongUsage(`${twice} cannot be written twice: two flags name it`);
  if (flags.check && document === undefined && isAlone(flags))
    throw wrongUsage("--check needs a file to compare with: -o <file>");
  if (flags.agentsMd !== undefined) await withIndex(agentsFile(flags) ?? "", "");
  if (flags.check) return;
  for (const file of files) await checkWritable(file);
  if (publish !== undefined) await checkFolder(publish);
}

/** A file with its wanted content; undefined: it should not exist. */
interface Wanted {
  readonly file: string;
  readonly content: string | Buffer | undefined;
}

/** Writes or compares all files of a run. The document is written last, so whoever sees it finds the rest. */
export async function writeAll(made: Made, flags: GenerateFlags, source: Source) {
  const { text } = made;
  const document = documentFile(flags, source);
  const bundle = await bundleIn(made, flags, source);
  const single: Wanted[] = [];
  if (typeof flags.full === "string") single.push({ file: flags.full, content: fullText(text, made.pages) });
  const agents = agentsFile(flags);
  if (agents !== undefined)
    single.push({
      file: agents,
      content: await withIndex(agents, agentsIndex(bundle?.files.at(-1)?.text ?? text, bundle?.index)),
    });
  if (document !== undefined) single.push({ file: document, content: text });
  const bundled = bundle && flags.publish !== undefined ? await planned(bundle, flags.publish) : undefined;
  const pages = bundle && source.type === "folder" ? await annotatedPages(bundle, flags, source) : [];
  const result = flags.json ? `${JSON.stringify({ type: "result", text, summary: made.summary })}\n` : "";
  if (flags.check) {
    const isFresh = await compared([...pages, ...(bundled?.wanted ?? []), ...single], flags);
    process.stdout.write(result);
    return { isFresh, written: [], unchanged: [] };
  }
  const renewed = await changedOf(single);
  if (bundled !== undefined) await publish(bundled, flags);
  const changed = await changedOf(pages);
  for (const { file, content } of changed) await writeWhole(file, content ?? "");
  if (flags.annotate !== undefined && !flags.quiet)
    process.stderr.write(
      `${flags.annotate === "remove" ? "Took the annotation out of" : "Annotated"} ${count(changed.length, "page")}.\n`,
    );
  for (const { file, content } of renewed) await writeWhole(file, content ?? "");
  if (flags.json) process.stdout.write(result);
  else if (document === undefined && flags.publish === undefined) process.stdout.write(text);
  const names = (files: readonly Wanted[]) => files.map(({ file }) => file).reverse();
  const unchanged = single.filter((one) => !renewed.includes(one));
  return { isFresh: true, written: names(renewed), unchanged: names(unchanged) };
}

/** The bundle of a crawl. Markdown that an earlier bundle wrote does not count as the site's own. */
async function bundleIn({ text, pages }: Made, flags: GenerateFlags, source: Source): Promise<Bundle | undefined> {
  if (flags.publish === undefined && flags.annotate === undefined) return undefined;
  const written = flags.publish === undefined ? new Set() : await writtenIn(flags.publish);
  const root = source.type === "folder" ? source.url : new URL("/", source.url).href;
  const isOurs = (url: string) => url.startsWith(root) && written.has(decodeURI(url.slice(root.length)));
  const own = pages.map(({ markdownUrl, ...page }) =>
    markdownUrl === undefined || isOurs(markdownUrl) ? page : { ...page, markdownUrl },
  );
  const rooted = source.type === "folder" ? { root: source.url } : {};
  return bundleOf({ text, pages: own, source: source.url, full: flags.full === true, ...rooted });
}

/** Paths below a folder that earlier bundles wrote. @throws CrawlError `wrong_usage` for a malformed list */
export async function writtenIn(folder: string): Promise<ReadonlySet<string>> {
  const list = join(folder, LIST_PATH);
  const text = await storedText(list);
  try {
    return new Set(listedPaths(text));
  } catch (thrown) {
    throw wrongUsage(`Cannot read ${list}: ${fileProblem(thrown)}`);
  }
}

interface Planned {
  readonly folder: string;
  readonly plan: ReturnType<typeof publishing>;
  readonly wanted: readonly Wanted[];
}

/** Compares the bundle with its folder. @throws CrawlError `wrong_usage` for files of other programs */
async function planned(bundle: Bundle, folder: string): Promise<Planned> {
  const read = (path: string) => readBelow(folder, path);
  const files = bundle.files.map(({ path, text }) => ({ path, text: withTimeOf(read(path)?.toString("utf8"), text) }));
  const plan = publishing({ ...bundle, files }, await storedText(join(folder, LIST_PATH)), read);
  const [first, ...others] = plan.foreign;
  if (first !== undefined) {
    const more = others.length > 0 ? ` and ${count(others.length, "more file")}` : "";
    const detail = `${join(folder, first.path)}${more} already exists: ${first.why}. Move it away, or publish elsewhere`;
    throw new CrawlError("storage_failed", { detail });
  }
  const wanted = [
    ...files.map(({ path, text }) => ({ file: join(folder, path), content: text })),
    ...plan.remove.map((path) => ({ file: join(folder, path), content: undefined })),
  ];
  return { folder, plan, wanted };
}

/** Bytes of a file below a folder; undefined if there is none. A symbolic link could lead out of it: it is refused. */
function readBelow(folder: string, path: string): Buffer | undefined {
  const parts = path.split("/");
  for (let at = 1; at <= parts.length; at++) {
    const file = join(folder, ...parts.slice(0, at));
    const found = lstatSync(file, { throwIfNoEntry: false });
    if (found === undefined) return undefined;
    const isLast = at === parts.length;
    if (isLast ? !found.isFile() : !found.isDirectory())
      throw wrongUsage(`${file} is in the way: it is no ${isLast ? "file" : "folder"}`);
  }
  return readFileSync(join(folder, path));
}

/** Writes pages first and the index last, then removes files that only an earlier bundle had. */
async function publish({ folder, plan }: Planned, { quiet }: GenerateFlags): Promise<void> {
  const list = join(folder, LIST_PATH);
  await writeWhole(list, plan.pending);
  for (const { path, text } of plan.write) await writeWhole(join(folder, path), text);
  for (const path of plan.remove) await rm(join(folder, path), { force: true });
  await writeWhole(list, plan.list);
  if (quiet) return;
  const gone = plan.remove.length > 0 ? `, removed ${count(plan.remove.length, "file")}` : "";
  process.stderr.write(`Published ${count(plan.write.length, "new or changed file")} in ${folder}${gone}.\n`);
}

/** The listed pages of a folder, with the links of `--annotate` or without them. */
async function annotatedPages(
  bundle: Bundle,
  flags: GenerateFlags,
  source: Extract<Source, { type: "folder" }>,
): Promise<Wanted[]> {
  if (flags.annotate === undefined) return [];
  const { fileOf } = openFolder({ folder: source.folder, origin: source.url });
  const wanted: Wanted[] = [];
  for (const [url, markdown] of bundle.markdown) {
    // A host serves an address with a query from the file of the address without it.
    const file = url.includes("?") ? undefined : fileOf(url);
    if (file === undefined || !/\.x?html?$/i.test(file)) continue;
    const content = annotated(
      await readFile(file),
      flags.annotate === "remove" ? undefined : { markdown, index: bundle.index },
    );
    if (content === undefined)
      process.stderr.write(`Not annotated: ${printable(url)} has no head or body that can be found\n`);
    else wanted.push({ file, content });
  }
  return wanted;
}

/** The file with the index between its two markers. @throws CrawlError `wrong_usage` if the markers are damaged */
async function withIndex(file: string, block: string): Promise<string> {
  const before = (await storedText(file)) ?? "";
  const after = withBlock(before, block);
  if (typeof after !== "string") throw wrongUsage(`${file} stays as it is: ${after.problem}`);
  return after;
}

/** The text with the time of the stored text if they are otherwise equal: an unchanged file keeps its bytes. */
function withTimeOf(stored: string | undefined, text: string): string {
  const [time, own] = [stored ?? "", text].map((one) => METADATA.exec(one)?.groups?.time);
  if (time === undefined || own === undefined) return text;
  return text.replace(METADATA, (line) => line.replace(own, time)) === stored ? stored : text;
}

/** The present and the wanted content of a file; undefined if they are equal. */
async function difference({ file, content }: Wanted) {
  const before = await storedText(file);
  const after = content === undefined ? undefined : withTimeOf(before, content.toString());
  return before === after ? undefined : { before, after };
}

async function changedOf(wanted: readonly Wanted[]): Promise<Wanted[]> {
  const changed: Wanted[] = [];
  for (const one of wanted) if ((await difference(one)) !== undefined) changed.push(one);
  return changed;
}

/** Prints differences on standard output, and their meaning on stderr. @returns true if there are none */
async function compared(wanted: readonly Wanted[], { json, quiet }: GenerateFlags): Promise<boolean> {
  let stale = 0;
  for (const one of wanted) {
    const found = await difference(one);
    if (found === undefined) continue;
    stale++;
    const { createTwoFilesPatch } = await import("diff");
    const side = (text: string | undefined) => (text === undefined ? "/dev/null" : printable(one.file));
    const patch = createTwoFilesPatch(
      side(found.before),
      side(found.after),
      found.before ?? "",
      found.after ?? "",
      "",
      "",
      { headerOptions: { includeIndex: false, includeUnderline: false, includeFileHeaders: true } },
    );
    process.stdout.write(
      json ? `${JSON.stringify({ type: "stale", file: one.file, difference: patch })}\n` : shown(patch),
    );
    process.stderr.write(`${printable(one.file)} is not what would be written\n`);
  }
  if (stale === 0 && !quiet) process.stderr.write(`${count(wanted.length, "file")} up to date\n`);
  return stale === 0;
}

/** Removes control characters on a terminal; elsewhere the patch stays exact, for patch(1). */
const shown = (patch: string): string => (process.stdout.isTTY ? patch.split("\n").map(printable).join("\n") : patch);
