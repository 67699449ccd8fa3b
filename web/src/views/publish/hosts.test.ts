import { readFileSync } from "node:fs";
import { afterEach, expect, test, vi } from "vitest";
import { HOSTS, settingsFor } from "./hosts.ts";

afterEach(() => vi.unstubAllGlobals());

test("the proxy rules for any server are those of publishing.md, which are tried behind a real nginx", () => {
  vi.stubGlobal("location", { origin: "https://llmstxt.example" });
  const other = HOSTS.find(({ id }) => id === "other") ?? HOSTS[0];
  const [rules] = settingsFor(other, [], { baseUrl: "https://example.org/" } as never);
  const docs = readFileSync(new URL("../../../../docs/how-to/publishing.md", import.meta.url), "utf8");
  const written = [...docs.matchAll(/^```nginx\n([\s\S]*?)^```/gm)].map(([, block = ""]) => block);
  expect(rules?.text).toBe(written.filter((block) => block.includes("/mirror/")).join(""));
});
