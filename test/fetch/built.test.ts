import { writeFileSync } from "node:fs";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { linksIn, llmstxt, temporaryFolder } from "../command/command.ts";
import { CERTIFICATE, CERTIFICATE_KEY } from "../servers/certificate.ts";
import { BROWSER } from "../servers/chromium-processes.ts";
import { serveForwardProxy } from "../servers/forward-proxy.ts";
import { serveSite } from "../servers/site.ts";

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

const TEXT = "The ferry leaves the north quay at seven, and again at nine when the tide is high enough.";

test("the built command reads text that a page's script fetches", async () => {
  const site = await serveSite({
    "/": `<title>Ferry</title><main></main><script>
      fetch("/words.txt").then((answer) => answer.text()).then((text) => {
        document.querySelector("main").innerHTML = "<h1>Ferry</h1><p>" + text + "</p>";
      });
    </script>`,
    "/words.txt": { headers: { "content-type": "text/plain" }, body: TEXT },
    "*": { status: 404 },
  });
  closers.push(site.close);
  const env = { BROWSER_ENABLED: "true", CHROMIUM_PATH: BROWSER.chromiumPath };
  expect((await llmstxt([`${site.origin}/`, "-q"], { env })).stdout).toContain(TEXT);
});

test("the built command reaches an https site through the tunnel of HTTPS_PROXY", async () => {
  const secure = createServer({ cert: CERTIFICATE, key: CERTIFICATE_KEY }, ({ url }, response) => {
    response.writeHead(url === "/" ? 200 : 404, { "content-type": "text/html" });
    response.end(`<title>Ferry</title><h1>Ferry</h1><p>${TEXT}</p>`);
  });
  await new Promise<void>((resolve) => secure.listen(0, "127.0.0.1", resolve));
  const { port } = secure.address() as AddressInfo;
  const proxy = await serveForwardProxy({ hosts: { "www.site.test:443": { port } } });
  closers.push(proxy.close, () => new Promise((resolve) => secure.close(resolve)));
  const certificate = join(temporaryFolder(), "certificate.pem");
  writeFileSync(certificate, CERTIFICATE);
  const trust = { NODE_EXTRA_CA_CERTS: certificate, ALLOW_PRIVATE_NETWORKS: "true" };
  const env = { ...trust, USE_ENV_PROXY: "true", HTTPS_PROXY: proxy.origin };
  expect((await llmstxt(["https://www.site.test/", "-q"], { env })).stdout).toContain(TEXT);
});

test("a page that refreshes within five seconds is left out for its target, however that is written", async () => {
  const forms = {
    "/zero": "0;/to-zero",
    "/four": " 4 ; URL = '/to-four' ",
    "/part": "0.9;uRl=/to-part#top",
    "/comma": '3,"/to-comma"',
    "/five": "5; url=/to-five",
    "/six": "6, url=/to-six",
  };
  const page = (path: string, head = "") => {
    const name = path.replaceAll(/\W/g, " ").trim();
    return `<title>Pier ${name}</title>${head}<h1>Pier ${name}</h1><p>At the pier ${name} boats lie ${name} deep.</p>`;
  };
  const refresh = (content: string) => `<META CONTENT="${content.replaceAll('"', "&quot;")}" HTTP-EQUIV=Refresh>`;
  const links = Object.keys(forms).map((path) => `<li><a href="${path}">Pier ${path.slice(1)}</a></li>`);
  const pages = Object.entries(forms).flatMap(([path, content]) => [
    [path, page(path, refresh(content))],
    [`/to-${path.slice(1)}`, page(`/to-${path.slice(1)}`)],
  ]);
  const site = await serveSite({
    "/": `<title>Piers</title><h1>Piers</h1><p>All the piers of the harbour.</p><ul>${links.join("")}</ul>`,
    ...Object.fromEntries(pages),
    "*": { status: 404 },
  });
  closers.push(site.close);
  const { stdout } = await llmstxt([`${site.origin}/`, "-q"]);
  const paths = linksIn(stdout).map((url) => new URL(url).pathname);
  expect(paths.sort()).toEqual(["/six", "/to-comma", "/to-five", "/to-four", "/to-part", "/to-zero"]);
});
