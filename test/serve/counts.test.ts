import { expect, test, vi } from "vitest";
import { only } from "../servers/client.ts";
import { startModel } from "../servers/model.ts";
import { startService } from "../servers/service.ts";
import { serveSite } from "../servers/site.ts";

const CRON = "cron-secret-0123456789";

const page = (title: string, links: readonly string[] = []) =>
  `<!doctype html><html lang="en"><title>${title}</title><meta name="description" content="What ${title} is about.">
   <main><h1>${title}</h1><p>${`One more sentence about ${title}. `.repeat(10)}</p>
   ${links.map((link) => `<a href="${link}">${link}</a>`).join(" ")}</main></html>`;

const PATHS = ["/guide/start", "/guide/next", "/guide/hidden", "/api/tables", "/api/secret", "/api/rows"];

/** What a document says, counted by hand. */
function counted(text: string) {
  const links = [...text.matchAll(/^- \[/gm)].length;
  expect(text).toContain(`| Pages: ${links + 1}\n`);
  const [pages, characters] = [links + 1, [...text].length];
  return { pages, characters, sections: [...text.matchAll(/^## /gm)].length };
}

test("a crawl, a recrawl and a crawl that finds nothing new say the same figures everywhere, with overlay and model", async () => {
  await using model = await startModel("sk-1");
  model.behave((document) => document.replaceAll("What ", "𝔸ll that "));
  const answers: Record<string, string> = { "/": page("Home", PATHS) };
  for (const path of PATHS) answers[path] = page(path.slice(1).replace("/", " "));
  const website = await serveSite(answers);
  const service = await startService({
    environment: {
      DATABASE_URL: "",
      CRON_SECRET: CRON,
      LLM_ENHANCEMENT_ENABLED: "true",
      LLM_API_KEY: "sk-1",
      LLM_BASE_URL: model.baseUrl,
    },
  });
  // biome-ignore lint/suspicious/noExplicitAny: what a server says is looked at by the expectations
  const ask = async (path: string, init: RequestInit = {}): Promise<any> =>
    (await fetch(service.url + path, init)).json();
  const logged = (msg: string) => service.log.map((line) => JSON.parse(line)).filter((line) => line.msg === msg);
  try {
    await vi.waitFor(async () => expect((await ask("/ready")).database).toBe("up"), { timeout: 60_000 });
    const overlay = {
      pages: [
        { path: "/guide/hidden", hide: true },
        { path: "/api/secret", hide: true },
        { path: "/api/rows", title: "Rows, renamed 😀" },
      ],
    };
    const asked = {
      url: website.origin,
      enableAutoUpdate: true,
      recrawlIntervalMinutes: 60,
      llmEnhance: true,
      overlay,
    };
    const closed = await service.crawl(asked, "/ws/crawl?events=1");
    const text = only("result", closed);
    expect(text).toMatch(/𝔸ll that [\s\S]*renamed 😀/);
    expect(text).not.toMatch(/hidden|secret/);
    const first = counted(text);
    expect(first.pages).toBe(5);
    const events = new Map(closed.messages.flatMap(({ event }) => (event ? [[event.type, event] as const] : [])));
    expect(events.get("rendered")).toMatchObject(first);
    expect(events.get("crawled")).toMatchObject({ pages: 7 });
    const summary = events.get("summary");
    expect(summary).toMatchObject({
      pages: first.pages,
      characters: first.characters,
      lines: text.split("\n").length - 1,
    });
    expect(summary?.sections).toHaveLength(first.sections);
    const said = ({ pages, characters, sections }: ReturnType<typeof counted>) =>
      `llms.txt: ${pages} pages in ${sections} sections, ${characters.toLocaleString("en-US")} characters`;
    const logs = closed.messages.map(({ content }) => content);
    expect(logs.filter((line) => line.startsWith("llms.txt: "))).toEqual([expect.stringContaining(said(first))]);
    expect(logged("crawl done")).toMatchObject([{ pages: first.pages }]);
    const kept = await ask(`/api/crawls/${events.get("started")?.id}`);
    expect(kept.summary).toMatchObject({ pages: first.pages, characters: first.characters });

    const { id } = (await ask("/api/sites")).items[0];
    const told = async () => ({
      site: await ask(`/api/sites/${id}`),
      versions: (await ask(`/api/sites/${id}/versions`)).items,
      runs: (await ask(`/api/sites/${id}/runs`)).items,
    });
    const enrolled = await told();
    expect(enrolled.site).toMatchObject({ pages: first.pages });
    expect(enrolled.runs).toMatchObject([{ outcome: "updated", pages: first.pages, added: first.pages }]);
    expect(enrolled.versions).toMatchObject([{ pages: first.pages, characters: first.characters, added: first.pages }]);

    const recrawl = async () => {
      const before = logged("Recrawled").length;
      const body = JSON.stringify({ base_url: website.origin });
      await ask("/internal/hooks/site-changed", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body,
      });
      await ask("/internal/cron/recrawl", { method: "POST", headers: { "x-cron-secret": CRON } });
      await vi.waitFor(() => expect(logged("Recrawled").length).toBe(before + 1), { timeout: 60_000, interval: 100 });
      const now = await told();
      const { lines } = await ask(`/api/sites/${id}/runs/${now.runs[0].id}/log`);
      return { ...now, line: logged("Recrawled").at(-1), lines: lines.map((line: { text: string }) => line.text) };
    };

    answers["/api/rows"] = page("api rows, written anew", ["/api/new"]);
    answers["/api/new"] = page("api new");
    const changed = await recrawl();
    const newest = await fetch(`${service.url}/api/sites/${id}/versions/${changed.versions[0].id}/text`);
    const second = counted(await newest.text());
    expect(second.pages).toBe(6);
    expect(changed.site).toMatchObject({ pages: second.pages, previousPages: first.pages, kept: null });
    const figures = { pages: second.pages, characters: second.characters, added: 1, removed: 0 };
    expect(changed.versions[0]).toMatchObject(figures);
    expect(changed.site.history).toEqual([1 + changed.versions[0].changed]);
    expect(changed.runs[0]).toMatchObject({ outcome: "updated", pages: second.pages, added: 1, removed: 0 });
    expect(changed.lines).toContainEqual(expect.stringContaining(said(second)));
    expect(changed.line).toMatchObject({ outcome: "updated", pages: second.pages });

    const same = await recrawl();
    expect(same.versions).toHaveLength(2);
    expect(same.versions[0]).toMatchObject({ ...figures, unchanged: 1 });
    expect(same.runs[0]).toMatchObject({ outcome: "same", pages: second.pages, added: 0, removed: 0, changed: 0 });
    expect(same.lines).toContainEqual(expect.stringContaining(said(second)));
    expect(same.line).toMatchObject({ outcome: "same", pages: second.pages });
    expect(same.site).toMatchObject({ pages: second.pages, status: changed.site.status });
  } finally {
    await service.stop();
    await website.close();
  }
});
