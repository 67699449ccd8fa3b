import { onOneLine } from "./one-line.ts";
import type { Scan } from "./scan/scan.ts";

/** Texts that may describe the page, each as its author wrote it; at most 4,000 characters each. */
export interface Descriptions {
  readonly meta?: string;
  readonly openGraph?: string;
  readonly jsonLd?: string;
  /** First paragraph of the main content. */
  readonly paragraph?: string;
  /** The line below the first h1. */
  readonly subtitle?: string;
  /** The first paragraph, where no smaller heading, list or card stands before it. */
  readonly opening?: string;
}

/** The descriptions that the page's data give, the surest last. */
export function givenDescriptions(
  { head }: Scan,
  jsonLd: string | undefined,
): Pick<Descriptions, "meta" | "openGraph" | "jsonLd"> {
  const meta = onOneLine(head.meta.get("description") ?? "");
  const openGraph = onOneLine(head.meta.get("og:description") ?? "");
  return {
    ...(meta && { meta }),
    ...(openGraph && { openGraph }),
    ...(jsonLd && { jsonLd }),
  };
}
