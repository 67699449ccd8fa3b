import { type ScriptedOptions, type ScriptedService, scriptedService } from "./scripted-service.ts";
import { PAGE_FOLDER } from "./web-browser.ts";
import { CONFIG } from "./web-scenes.ts";
import { sitesAnswer } from "./web-sites.ts";

/** The scripted service with the built page and a few sites, where a test does not say otherwise. */
export const pageService = (options: Partial<ScriptedOptions> = {}): Promise<ScriptedService> =>
  scriptedService({ page: PAGE_FOLDER, config: CONFIG, crawl: () => {}, answer: sitesAnswer("some"), ...options });
