import { pino } from "pino";
import { expect, test } from "vitest";
import type { ServerWorld } from "../server-world.ts";
import { tryAbout } from "../store/about.ts";
import { Misses } from "./misses.ts";

test("who makes up addresses of one site keeps those of other sites from nobody", async () => {
  const written = new Map<string, number>();
  const sites = {
    addMisses: async (site: string, addresses: ReadonlyMap<string, number>) => {
      written.set(site, addresses.size);
    },
  };
  const world = { recrawling: { sites }, metrics: { mirrorMissed() {} }, log: pino({ level: "silent" }) };
  const misses = new Misses(world as unknown as Pick<ServerWorld, "recrawling" | "metrics" | "log">);
  const about = tryAbout({ bytes: Buffer.from('{"site":"https://a.example","indexes":{},"pages":{}}') });
  if (about === undefined) throw new Error("No bundle");
  const ask = (host: string, asked: string) =>
    misses.answer({ host, about, base: "", asked, index: "https://a.example/llms.txt" });
  for (let number = 0; number < 3_000; number++) ask("a.example", `/made-up-${number}.md`);
  ask("b.example", "/setup.md");
  await misses.write();
  expect([...written]).toEqual([
    ["a.example/", 100],
    ["b.example/", 1],
  ]);
});
