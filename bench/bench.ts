// Runs a bench on the built program: `npm run bench` lists them, `npm run bench -- NAME …` runs one.
import { spawnSync } from "node:child_process";

const BENCHES: Readonly<Record<string, string>> = {
  crawl: "the command beside a raw loop over the same addresses, and beside peers",
  profile: "where the CPU of a crawl goes, stage by stage, beside its budget",
  quality: "names and places of sections, beside what a person would choose: quality [FOLDER]",
  readers: "whether a search by words finds the page that a person asks for: readers FOLDER",
  markdown: "pages as Markdown beside what their publishers ship: markdown FOLDER",
  serve: "16 crawls at once and the health of the service meanwhile",
  recrawl: "recrawls by 1, 2 and 4 workers: sites a minute and what they cost the database",
  soak: "the service for a while under everything at once: what grows",
};

const [name = "", ...rest] = process.argv.slice(2);
if (Object.hasOwn(BENCHES, name)) {
  const build = spawnSync(process.execPath, ["scripts/build.ts"], { stdio: "inherit" });
  const run =
    build.status === 0 ? spawnSync(process.execPath, [`bench/${name}.ts`, ...rest], { stdio: "inherit" }) : build;
  process.exitCode = run.status ?? 1;
} else {
  const list = Object.entries(BENCHES).map(([one, about]) => `  ${one.padEnd(9)} ${about}`);
  console.error(
    `${name === "" ? "Which bench?" : `No bench is called ${name}.`} npm run bench -- NAME\n${list.join("\n")}`,
  );
  process.exitCode = name === "" ? 0 : 2;
}
