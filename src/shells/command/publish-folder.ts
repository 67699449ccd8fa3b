import { planBundle } from "../../bundle/bundle.ts";
import { CrawlError } from "../../errors.ts";
import { writeBundle } from "../../files/bundle-folder.ts";
import { type Generated, renderOptions } from "../../jobs/generate.ts";
import type { CrawlRequest } from "../../jobs/request.ts";
import { count } from "../describe.ts";

/** The flags that `--publish` goes by. */
export interface PublishFlags {
  readonly publish?: string;
  readonly publishBase?: string;
  readonly full?: string | true;
}

interface Publishing {
  readonly request: Pick<CrawlRequest, "url" | "descLength">;
  readonly flags: PublishFlags;
  readonly budgetCharacters: number;
}

/** @throws CrawlError `wrong_usage` for flags that say nothing without another */
export function checkPublish({ publish, publishBase, full }: PublishFlags): void {
  if (full === true && publish === undefined)
    throw new CrawlError("wrong_usage", { detail: "--full needs a file, or --publish with a folder" });
  if (publishBase === undefined) return;
  if (publish === undefined) throw new CrawlError("wrong_usage", { detail: "--publish-base needs --publish" });
  if (!/^https?:$/.test(URL.parse(publishBase)?.protocol ?? ""))
    throw new CrawlError("wrong_usage", { detail: `--publish-base ${publishBase} is no http(s) address` });
}

/** Writes the bundle that was asked for. @returns what is said of it; undefined where none was asked for */
export async function publishFolder(
  { pages, generatedAt }: Pick<Generated, "pages" | "generatedAt">,
  { request, flags, budgetCharacters }: Publishing,
  signal: AbortSignal,
): Promise<string | undefined> {
  const { publish: folder, publishBase, full } = flags;
  if (folder === undefined) return undefined;
  const bundle = planBundle(pages, {
    ...renderOptions(request, generatedAt),
    budgetCharacters,
    full: full === true,
    ...(publishBase === undefined ? {} : { publishBase }),
  });
  const { written, unchanged, removed } = await writeBundle({ folder, ...bundle }, signal);
  const kept = unchanged > 0 ? `, ${unchanged.toLocaleString("en-US")} unchanged` : "";
  return `Published ${count(written, "file")} in ${folder}${kept}${removed > 0 ? `, removed ${count(removed, "file")}` : ""}.`;
}
