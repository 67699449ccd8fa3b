import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { expect, test } from "vitest";
import { exampleOf, LANGUAGES, type Language } from "../../web/src/views/api/examples.ts";
import { crawled } from "../servers/crawled.ts";
import { KEY, startService } from "../servers/service.ts";

// What the page's API screen shows is run as it stands.

const PROGRAMS: Readonly<Record<Language, readonly [string, ...string[]]>> = {
  curl: ["sh", "-euc"],
  JavaScript: [process.execPath, "--input-type=module", "-e"],
  Python: ["python3", "-c"],
};

const isThere = ([program]: readonly [string, ...string[]]): boolean =>
  spawnSync(program, ["--version"]).error === undefined;

/** Characters that mean something in each of the three languages. */
const HARD = '/it\'s/$HOME/`x`/"y"/문서/**';

test.each([
  { crawled: "a public site", headers: {} },
  { crawled: "a site behind a door", headers: { headers: { "X-Door": "it's open" } } },
])(
  "the examples crawl $crawled, wait for the end and print the document, whatever the request holds",
  async (asking) => {
    const asked: unknown[] = [];
    const service = await startService({
      environment: { API_KEY: KEY },
      crawl: async ({ url, include }) => {
        asked.push({ url, include });
        return crawled();
      },
    });
    const crawl = { url: "https://example.com/it's", include: [HARD], maxPages: 7, full: true, ...asking.headers };
    const there = LANGUAGES.filter((language) => isThere(PROGRAMS[language]));
    const printed = there.map(async (language) => {
      const [program, ...flags] = PROGRAMS[language];
      const code = exampleOf(language, { service: service.url, crawl, keyRequired: true });
      const child = spawn(program, [...flags, code], { env: { ...process.env, API_KEY: KEY } });
      let [out, err] = ["", ""];
      child.stdout.setEncoding("utf8").on("data", (text) => (out += text));
      child.stderr.setEncoding("utf8").on("data", (text) => (err += text));
      await once(child, "close");
      return { language, out: out.trim(), err: language === "curl" ? "" : err };
    });
    const { text } = crawled();
    expect(await Promise.all(printed)).toEqual(there.map((language) => ({ language, out: text.trim(), err: "" })));
    expect(asked).toEqual(there.map(() => ({ url: crawl.url, include: [HARD] })));
    expect(there).toContain("JavaScript");
    await service.stop();
  },
);
