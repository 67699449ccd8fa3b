/** Words of a page by its name: no two pages say the same. */
const WORDS: Readonly<Record<string, string>> = {
  "": "Harbour keeps the times of tides for every port of the coast, for those who sail and those who wait",
  ports: "Every port has a depth, a keeper and a light that can be seen from far out at sea",
  tides: "The moon pulls the water twice a day, and the wind has a say in how high it comes",
  boats: "A boat that is tied up well needs two ropes, three knots and somebody who looks after them",
};

interface FamilyPage {
  readonly lang?: string;
  readonly dir?: "rtl";
  /** What is said in this language and version, as a text of its own. */
  readonly voice: string;
  readonly links: readonly string[];
  readonly head?: string;
  readonly menu?: string;
}

/** A page of a site in several languages and versions. */
export function familyPage(name: string, { lang, dir, voice, links, head = "", menu = "" }: FamilyPage): string {
  const title = `${name || "Harbour"} ${voice}`;
  const text = `${WORDS[name] ?? name} (${voice}).`;
  const said = Array.from({ length: 4 }, (_, at) => `<p>${text} ${voice} ${name} ${at}.</p>`).join("");
  return `<!doctype html><html${lang ? ` lang="${lang}"` : ""}${dir ? ` dir="${dir}"` : ""}><head><title>${title}</title>${head}
<meta name="description" content="${text}"></head><body><nav>${links.map((url) => `<a href="${url}">${url}</a> `).join("")}</nav>
<div class="versions">${menu}</div><main><h1>${title}</h1>${said}</main></body></html>`;
}

const NAMES = ["", "ports", "tides"];

/** Three languages by folder, the first without one; `boats` is in German alone, and Arabic runs from right to left. */
export function languagesByFolder(): Record<string, string> {
  const folders = { "": "en", "de/": "de", "ar/": "ar" } as const;
  return Object.fromEntries(
    Object.entries(folders).flatMap(([folder, lang]) =>
      [...NAMES, ...(lang === "de" ? ["boats"] : [])].map((name) => [
        `/${folder}${name}`,
        familyPage(name, {
          lang,
          voice: lang,
          links: [
            ...NAMES.map((one) => `/${folder}${one}`),
            "/",
            "/de/",
            "/ar/",
            ...(lang === "de" ? ["/de/boats"] : []),
          ],
          ...(lang === "ar" && { dir: "rtl" }),
        }),
      ]),
    ),
  );
}

/** Languages that only `hreflang` names: at addresses that say nothing, or by a query. */
export function languagesByLink(addressOf: (name: string, lang: string) => string): Record<string, string> {
  const languages = ["en", "de", "fr"];
  return Object.fromEntries(
    languages.flatMap((lang) =>
      NAMES.map((name) => {
        const head = languages
          .map((one) => `<link rel="alternate" hreflang="${one}" href="${addressOf(name, one)}">`)
          .join("");
        const links = NAMES.map((one) => addressOf(one, lang));
        return [addressOf(name, lang), familyPage(name, { lang, voice: lang, links, head })];
      }),
    ),
  );
}

/** Versions by folder with a menu; `latest` says what `2.0` says, and the pages above are of none. */
export function versionsByFolder(folder = "/docs/", voice = "en", lang = "en"): Record<string, string> {
  const versions = { latest: "2.0", "2.0": "2.0", "1.0": "1.0" } as const;
  const menu = Object.entries(versions)
    .map(([name, version]) => `<a href="${folder}${name}/">${name === "latest" ? `latest (${version})` : name}</a>`)
    .join("");
  return Object.fromEntries(
    Object.entries(versions).flatMap(([name, version]) =>
      NAMES.map((page) => [
        `${folder}${name}/${page}`,
        familyPage(page, {
          lang,
          voice: `${voice} ${version}`,
          links: NAMES.map((one) => `${folder}${name}/${one}`),
          menu,
        }),
      ]),
    ),
  );
}

const top = (links: readonly string[], lang: string) =>
  familyPage("boats", { lang, voice: `${lang} above all versions`, links });

export const withVersions = (): Record<string, string> => ({
  "/": top(["/docs/latest/", "/about"], "en"),
  "/about": familyPage("about", { lang: "en", voice: "of no version", links: ["/"] }),
  ...versionsByFolder(),
});

/** Two languages with two versions each. */
export const withBoth = (): Record<string, string> => ({
  "/": top(["/docs/latest/", "/de/"], "en"),
  "/de/": top(["/de/docs/latest/", "/"], "de"),
  ...versionsByFolder(),
  ...versionsByFolder("/de/docs/", "de", "de"),
});
