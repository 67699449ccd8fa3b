import { type CrawlError, toCrawlError } from "@llmstxt-service/page/errors";
import type { Unstored } from "../../sites/delivery.ts";
import { fileName, nameIn } from "../../store/names.ts";
import { saveText } from "../../store/texts.ts";
import type { Job } from "../generate/generate.ts";
import { type CrawlRequest, isWithheld, type Withholding } from "../request.ts";
import type { StoreWorld } from "../world.ts";
import type { PublishedBundle } from "./publish-bundle.ts";

export type UploadProgress =
  | { readonly type: "uploading" }
  | { readonly type: "uploaded"; readonly url: string }
  | { readonly type: "withheld" }
  | { readonly type: "uploadFailed"; readonly error: CrawlError };

/** Milliseconds for the steps after a document is made, and for the files stored beside it. */
export const AFTERWARDS_MS = 15_000;

export type Uploaded =
  | { readonly type: "stored"; readonly fileUrl: string }
  /** Storing failed; `name`: the name that the next try uses again. */
  | { readonly type: "notStored"; readonly error: CrawlError; readonly name: string }
  /** The text is private, so it is not stored. */
  | { readonly type: "withheld" };

/** Public URL of the stored text; undefined if it is not stored. */
export const storedUrl = (uploaded: Uploaded): string | undefined =>
  uploaded.type === "stored" ? uploaded.fileUrl : undefined;

/**
 * Parts of a text and its bundle to store again; undefined if nothing failed.
 * @param crawls number of crawls in a row whose bundle failed, this one included
 */
export function unstoredOf(uploaded: Uploaded, bundle?: PublishedBundle, crawls = 1): Unstored | undefined {
  const text = uploaded.type === "notStored" ? { name: uploaded.name, why: uploaded.error.message } : undefined;
  if (bundle?.type !== "notStored") return text;
  return { name: nameIn(storedUrl(uploaded) ?? ""), why: bundle.error.message, ...text, bundle: crawls };
}

interface UploadedText extends Pick<CrawlRequest, "url">, Withholding {
  readonly text: string;
  /** Former name of a text that is put back. Default: a new one with the present time. */
  readonly name?: string;
}

/** Stores a text under a dated name. A failing store is an outcome, not an error: the text is not lost. */
export async function upload(
  { url, text, name, ...request }: UploadedText,
  { world, report }: Job<StoreWorld, UploadProgress>,
  signal: AbortSignal,
): Promise<Uploaded> {
  if (isWithheld(request)) {
    report({ type: "withheld" });
    return { type: "withheld" };
  }
  report({ type: "uploading" });
  const wanted = name ?? fileName(url, world.now());
  try {
    const fileUrl = await saveText(world.files, { name: wanted, text }, signal);
    report({ type: "uploaded", url: fileUrl });
    return { type: "stored", fileUrl };
  } catch (thrown) {
    const error = toCrawlError(thrown, "storage_failed");
    report({ type: "uploadFailed", error });
    return { type: "notStored", error, name: wanted };
  }
}
