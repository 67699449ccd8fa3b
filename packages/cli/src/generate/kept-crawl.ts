import { mkdir, readdir, stat } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, isAbsolute, join } from "node:path";
import { lazily } from "@llmstxt-service/crawler/waiting/lazily";
import {
  type AnswersLost,
  CrawlJournal,
  type JournalRecord,
  journalFiles,
} from "@llmstxt-service/service/jobs/journal";
import type { CrawlRequest } from "@llmstxt-service/service/jobs/request";
import type { Config } from "@llmstxt-service/service/settings/config";
import { hasCode, unlessMissing } from "@llmstxt-service/service/store/on-disk";
import { fileProblem } from "../file-problem.ts";

/** Milliseconds after which a journal is not used any more, since sites change. */
const MAX_AGE_MS = 24 * 3_600_000;
/** Most files and bytes of the folder; beyond it the oldest are removed. */
const MAX_FILES = 64;
const MAX_BYTES = 2 ** 30;

/** Answers of an unfinished crawl: the next run with the same request uses them. */
export type OpenedJournal = Awaited<ReturnType<typeof openJournal>>;

interface FoundJournal {
  readonly path: string;
  readonly bytes: number;
  readonly at: number;
}

interface JournalOpening {
  readonly config: Config;
  readonly isFresh: boolean;
  /** Called once, with the reason, if answers cannot be kept, and if they cannot be removed; must not throw. */
  readonly onFailed: (doing: "keep" | "remove", why: string) => void;
}

/** Opens the journal of a request. A folder that cannot be used does not stop the crawl. */
export async function openJournal(request: CrawlRequest, { config, isFresh, onFailed: tell }: JournalOpening) {
  const folder = join(cacheFolder(process.env), "crawls");
  const files = lazily(journalFiles);
  const named = async () => {
    const { overlay: _, ...choices } = request;
    const { userAgent, respectRobots, browserEnabled } = config;
    return (await files.get()).journalName(choices, userAgent, respectRobots, browserEnabled);
  };
  let problem: string | undefined;
  let kept = 0;
  const onFailed = (thrown: unknown) => {
    if (problem !== undefined) return;
    problem = `${folder}: ${fileProblem(thrown, "the folder cannot be made")}`;
    tell("keep", problem);
  };
  const earlier = await earlierRuns(folder, { named, isFresh });
  const writer = lazily(async () => {
    const { openJournalFile } = await files.get();
    await makeFolder(folder);
    const path = join(folder, `${await named()}.${Date.now()}-${process.pid}`);
    return { path, ...openJournalFile(path) };
  });
  const write = (record: JournalRecord) => {
    if (problem === undefined)
      writer
        .get()
        .then((opened) => {
          if (problem === undefined) opened.add(record);
          if (problem === undefined) kept++;
        })
        .catch(onFailed);
  };
  const ended = lazily(async () => {
    const opened = await writer.opened?.catch(onFailed);
    opened?.close();
    return opened?.path;
  });
  return {
    journal: new CrawlJournal({ had: earlier.had, write }),
    had: earlier.count,
    /** Answers of earlier runs that cannot be used. */
    lost: earlier.lost,
    /** @returns answers that the next run has, and the reason if the others could not be kept */
    async close() {
      await ended.get();
      return { kept: earlier.count + kept, lost: problem };
    },
    /** Removes the journal. Never rejects. */
    async remove() {
      const own = await ended.get();
      const { removeJournalFile } = await files.get();
      try {
        for (const path of [...earlier.paths, ...(own === undefined ? [] : [own])]) removeJournalFile(path);
      } catch (thrown) {
        tell("remove", `${folder}: ${fileProblem(thrown, "it is gone")}`);
      }
    },
  };
}

/** The journals that earlier runs with the same request left, of any version, and what they give. Never rejects. */
async function earlierRuns(
  folder: string,
  { named, isFresh }: { readonly named: () => Promise<string>; readonly isFresh: boolean },
) {
  const none = { count: 0, had: () => undefined, lost: [] };
  let paths: readonly string[] = [];
  try {
    const all = await filesIn(folder);
    // The module that reads journals is imported only if there are any.
    if (all.length === 0) return { ...none, paths };
    const { byVersion, lostOf, readJournalFiles } = await journalFiles();
    const found = byVersion(await swept(all), join(folder, `${await named()}.`));
    paths = found.all;
    if (isFresh) return { ...none, paths };
    const lost: AnswersLost[] = [];
    const answers = readJournalFiles(found.own, (path, thrown) => lost.push(unread(path, thrown)));
    return { ...answers, paths, lost: [...lost, ...lostOf(answers, found)] };
  } catch (thrown) {
    return { ...none, paths, lost: [unread(folder, thrown)] };
  }
}

const unread = (path: string, thrown: unknown): AnswersLost => ({
  type: "answersLost",
  why: "unread",
  reason: `${path}: ${fileProblem(thrown, "it is gone")}`,
});

/** Removes journals that are too old or too many. @returns those left, the oldest first */
async function swept(all: readonly FoundJournal[]): Promise<readonly string[]> {
  const { isJournalFile, removeJournalFile } = await journalFiles();
  const journals = all.filter(({ path }) => isJournalFile(path));
  const left = fresh(journals);
  for (const { path } of journals) if (!left.includes(path)) removeJournalFile(path);
  return left.toReversed();
}

/** Folder for caches, as each system defines it; XDG_CACHE_HOME applies to all. */
function cacheFolder({ XDG_CACHE_HOME: xdg = "", LOCALAPPDATA: local = "" }: NodeJS.ProcessEnv): string {
  if (isAbsolute(xdg)) return join(xdg, "llmstxt");
  if (process.platform === "win32" && isAbsolute(local)) return join(local, "llmstxt", "Cache");
  return join(homedir(), process.platform === "darwin" ? "Library/Caches" : ".cache", "llmstxt");
}

/**
 * Makes the folder and the one around it. Node's recursive form reports the wrong reason on a read-only file system,
 * and never ends under /proc.
 */
async function makeFolder(folder: string): Promise<void> {
  const around = dirname(folder);
  await mkdir(dirname(around), { recursive: true });
  for (const one of [around, folder])
    await mkdir(one, { mode: 0o700 }).catch((thrown: unknown) => {
      if (!hasCode(thrown, "EEXIST")) throw thrown;
    });
}

/** Journals in a folder, the newest first. */
async function filesIn(folder: string): Promise<readonly FoundJournal[]> {
  const names = (await readdir(folder).catch(unlessMissing)) ?? [];
  const files = names.map(async (name) => {
    const path = join(folder, name);
    const found = await stat(path).catch(unlessMissing);
    return found?.isFile() ? [{ path, bytes: found.size, at: found.mtimeMs }] : [];
  });
  return (await Promise.all(files)).flat().sort((a, b) => b.at - a.at);
}

/** Paths of journals that are neither too old nor over the folder's bounds. */
function fresh(files: readonly FoundJournal[]): readonly string[] {
  const oldest = Date.now() - MAX_AGE_MS;
  let bytes = 0;
  const left = files.filter((file, index) => {
    bytes += file.bytes;
    return file.at > oldest && index < MAX_FILES && bytes <= MAX_BYTES;
  });
  return left.map(({ path }) => path);
}
