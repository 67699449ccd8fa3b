import { toCrawlError } from "../errors.ts";
import { fileName } from "../files/files.ts";
import type { Report } from "./generate.ts";
import type { StoreWorld } from "./world.ts";

export type UploadProgress =
  | { readonly type: "uploading" }
  | { readonly type: "uploaded"; readonly url: string }
  | { readonly type: "uploadFailed"; readonly why: string };

/** Milliseconds: how long a finished text waits for what is done with it, and for what is stored beside it. */
export const AFTERWARDS_MS = 15_000;

export type Uploaded = { readonly fileUrl: string } | { readonly notStored: string };

/** Stores a text under a dated name of its own. A store that fails is an outcome, not an error: the text is not lost. */
export async function upload(
  { url, text }: { readonly url: string; readonly text: string },
  world: StoreWorld,
  report: Report<UploadProgress>,
  signal: AbortSignal,
): Promise<Uploaded> {
  report({ type: "uploading" });
  try {
    const fileUrl = await world.files.save(fileName(url, world.now()), text, signal);
    report({ type: "uploaded", url: fileUrl });
    return { fileUrl };
  } catch (thrown) {
    const why = toCrawlError(thrown, "storage_failed").message;
    report({ type: "uploadFailed", why });
    return { notStored: why };
  }
}
