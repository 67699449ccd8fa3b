import type { Page } from "../page.ts";
import { isFile } from "./files.ts";
import { languageFolderOf } from "./language-folder.ts";
import { normalTag, primaryLanguage } from "./language-tag.ts";
import type { PageUrl } from "./page-url.ts";
import { partsOf } from "./page-url.ts";
import type { Site } from "./site.ts";

/** Most characters of a page that only offers a choice of languages. */
const MAX_CHARACTERS = 600;

/** Least languages among which a homepage offers a choice. */
const MIN_LANGUAGES = 2;

/** Share of a chooser's links to the site that lead to a language. */
const MIN_SHARE = 0.6;

interface Door {
  readonly url: PageUrl;
  readonly lang: string;
}

/**
 * Target of a homepage that only offers a choice of languages: the one asked for, else English, else what it
 * calls its default (`x-default`), else the first. undefined for any other page.
 */
export function languageDoor(home: Page, site: Site, asked?: string): PageUrl | undefined {
  if (home.textLength > MAX_CHARACTERS) return undefined;
  const doors = doorsOf(home, site);
  if (new Set(doors.map(({ lang }) => primaryLanguage(lang))).size < MIN_LANGUAGES) return undefined;
  const wanted = asked === undefined ? ["en"] : [normalTag(asked), primaryLanguage(asked), "en"];
  const chosen = wanted
    .map(
      (lang) => doors.find((door) => door.lang === lang) ?? doors.find((door) => primaryLanguage(door.lang) === lang),
    )
    .find((door) => door !== undefined);
  return chosen?.url ?? defaultOf(home, site) ?? doors[0]?.url;
}

/** The languages that the page links to; none where it links to as much else. */
function doorsOf(home: Page, site: Site): readonly Door[] {
  const links = new Set(home.links.map(({ url }) => site.own(url)).filter((url) => url !== undefined));
  links.delete(site.home);
  const own = [...links].filter((url) => !isFile(url));
  const doors = own.flatMap((url) => {
    const folder = languageFolderOf(url);
    const isDoor = folder !== undefined && `${withoutIndex(url)}/`.replace("//", "/") === folder.path;
    return isDoor ? [{ url, lang: normalTag(folder.code) }] : [];
  });
  return doors.length >= MIN_SHARE * own.length ? doors : [];
}

const withoutIndex = (url: string): string =>
  partsOf(url)
    .pathname.replace(/index\.html?$/i, "")
    .replace(/\/$/, "");

/** The page's link to its version for everybody else, itself aside. */
function defaultOf({ alternates }: Page, site: Site): PageUrl | undefined {
  const named = alternates.languages.find(({ lang }) => normalTag(lang) === "x-default");
  const url = named === undefined ? undefined : site.own(named.url);
  return url === site.home ? undefined : url;
}
