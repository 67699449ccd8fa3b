import { CrawlError } from "@llmstxt-service/page/errors";
import { missingPart } from "../../parts.ts";

/** @throws CrawlError `browser_missing` */
export async function loadPlaywright(): Promise<typeof import("playwright-core")> {
  const detail = missingPart("browser");
  if (detail !== undefined) throw new CrawlError("browser_missing", { detail });
  return import("playwright-core");
}
