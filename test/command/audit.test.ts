import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Site, type SiteAnswer, serveSite } from "../servers/site.ts";
import { llmstxt } from "./command.ts";

const page = (title: string, links: readonly string[] = [], head = "", more = "") =>
  `<!doctype html><html lang="pl"><head><title>${title}</title>${head}</head><body><main><h1>${title}</h1>
  <p>${title}: tu stoi, kto pilnuje latarni, gdzie lezy klucz, i o ktorej godzinie gasnie swiatlo w porcie ${title}.</p>
  ${links.map((link) => `<a href="${link}">${link}</a>`).join(" ")}${more}</main></body></html>`;

const TWIN = page("Latarnia", [], "", "<p>To samo slowo w slowo, pod dwoma adresami.</p>");
const answers: Record<string, SiteAnswer> = {
  "/robots.txt": { headers: { "content-type": "text/plain" }, body: "User-agent: *\nDisallow: /zamkniete/\n" },
  "/": page(
    "Port",
    ["/stary", "/a", "/b", "/blizniak", "/alias", "/ukryte", "/zamkniete/x", "/brak", "/plan.zip", "/wyjscie", "/skok"],
    "",
    '<a rel="nofollow" href="/czlonkowie">Czlonkowie</a>',
  ),
  "/stary": { status: 301, headers: { location: "/nowy" } },
  "/nowy": page("Nowy"),
  "/skok": { status: 302, headers: { location: "/w-polowie" } },
  "/w-polowie": { status: 302, headers: { location: "/cel" } },
  "/cel": page("Cel"),
  "/a": TWIN,
  "/blizniak": TWIN,
  "/b": page("Boja"),
  "/alias": page(
    "Boja",
    [],
    '<link rel="canonical" href="/b">',
    "<p>Widok dla czytnika, z uwagami straznika o tej boi.</p>",
  ),
  "/ukryte": page("Ukryte", [], '<meta name="robots" content="noindex">'),
  "/wyjscie": { status: 302, headers: { location: "https://other.example/" } },
  "/sitemap.xml": { headers: { "content-type": "application/xml" }, body: "" },
};

let site: Site;
beforeAll(async () => {
  const many = Array.from({ length: 260 }, (_, index) => `/strona/${index}`);
  for (const path of many) answers[path] = page(`Strona ${path}`);
  site = await serveSite(answers);
  const urls = many.map((path) => `<url><loc>${site.origin}${path}</loc></url>`).join("");
  answers["/sitemap.xml"] = { headers: { "content-type": "application/xml" }, body: `<urlset>${urls}</urlset>` };
});
afterAll(() => site.close());

const file = () => join(mkdtempSync(join(tmpdir(), "llmstxt-audit-")), "audit.jsonl");

interface Line {
  readonly url: string;
  readonly outcome: string;
  readonly reason?: string;
  readonly evidence?: Record<string, unknown>;
}

const read = (text: string): Line[] =>
  text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));

test("--audit says of every address what became of it, with evidence, and the sums are those of the summary", async () => {
  const [one, two, overlay] = [file(), file(), file()];
  writeFileSync(overlay, "pages:\n  - path: /cel\n    hide: true\n");
  const args = [site.origin, "--overlay", overlay, "--max-pages", "8", "--audit"];
  const { stdout, stderr, code } = await llmstxt([...args, one]);
  expect({ code, stderr }).toMatchObject({ code: 0 });
  const lines = read(readFileSync(one, "utf8"));
  const at = (path: string) => lines.find(({ url }) => url === site.origin + path);
  const dropped = (reason: string, evidence?: object) => ({
    outcome: "left out",
    reason,
    ...(evidence && { evidence }),
  });
  expect(at("/nowy")).toEqual({ url: `${site.origin}/nowy`, outcome: "listed" });
  expect(at("/stary")).toMatchObject(dropped("redirect", { of: `${site.origin}/nowy` }));
  expect(at("/w-polowie")).toMatchObject(dropped("redirect", { of: `${site.origin}/cel` }));
  expect(at("/cel")).toMatchObject(dropped("hidden"));
  const { digests } = at("/blizniak")?.evidence ?? {};
  expect(at("/blizniak")).toMatchObject(dropped("duplicate", { of: `${site.origin}/a` }));
  expect(digests).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/), expect.stringMatching(/^[0-9a-f]{64}$/)]);
  const canonical = { of: `${site.origin}/b`, canonical: { url: `${site.origin}/b`, in: "page" } };
  expect(at("/alias")).toMatchObject(dropped("canonical elsewhere", canonical));
  const robots = { file: `${site.origin}/robots.txt`, line: 2, text: "Disallow: /zamkniete/" };
  expect(at("/zamkniete/x")).toMatchObject(dropped("robots", { robots }));
  expect(at("/wyjscie")).toMatchObject(dropped("other site", { target: "https://other.example/" }));
  expect(at("/ukryte")).toMatchObject(dropped("noindex"));
  expect(at("/plan.zip")).toMatchObject(dropped("archive"));
  expect(at("/czlonkowie")).toMatchObject(dropped("nofollow"));
  expect(at("/brak")).toMatchObject({ outcome: "failed", evidence: { code: "http_status", status: 404 } });
  expect(at("/strona/259")).toMatchObject({ outcome: "waiting", reason: "over the limit" });

  const told = (outcome: string) => lines.filter((line) => line.outcome === outcome).length;
  expect(new Set(lines.map(({ url }) => url)).size).toBe(lines.length);
  expect(stdout).toContain(`| Pages: ${told("listed")}\n`);
  expect(stderr).toContain(`Could not be read: ${told("failed")} page`);
  const groups = /^Left out: (.*)\.$/m.exec(stderr)?.[1] ?? "";
  const sum = [...groups.matchAll(/(?:^|; )([\d,]+) /g)].reduce(
    (all, [, n = ""]) => all + Number(n.replace(",", "")),
    0,
  );
  expect(sum).toBe(told("left out") + told("waiting"));
  expect(lines.map(({ url }) => url)).toEqual(lines.map(({ url }) => url).toSorted());

  await llmstxt([...args, two]);
  expect(readFileSync(two, "utf8")).toBe(readFileSync(one, "utf8"));
});

test("a file of --audit that cannot be written is refused before anything is asked for", async () => {
  const { code, stderr } = await llmstxt([site.origin, "--audit", "/no/such/folder/audit.jsonl"]);
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining("/no/such/folder/audit.jsonl") });
});
