// The release before, from its tarball, beside this checkout on one database: forward, mixed and back, with kill -9.
//   npm run test:releases -- llmstxt-service-0.1.0.tgz
// Exits 1 when a site was lost, crawled twice at once, or has a text that does not open.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { THIS_RELEASE } from "./processes.ts";
import { openRig } from "./rig.ts";

const SITES = 60;
/** The host of a crawl that was killed is free after a minute. */
const RUN_MS = 150_000;

const [tarball] = process.argv.slice(2);
if (tarball === undefined) {
  console.error("Name the tarball of the release before: npm run test:releases -- llmstxt-service-0.1.0.tgz");
  process.exit(2);
}
const folder = mkdtempSync(join(tmpdir(), "llmstxt-release-"));
execFileSync("npm", ["install", "--prefix", folder, "--no-audit", "--no-fund", resolve(tarball)], { stdio: "inherit" });
const before = join(folder, "node_modules/llmstxt-service/dist/cli.js");

const rig = await openRig({ sites: SITES, workers: 2, program: before });
let losses = 0;

/** A recrawl of all sites, whose processes become `programs` while it goes on: the server first, then the workers. */
async function recrawl(title: string, programs: readonly string[]): Promise<void> {
  rig.website.forget();
  await rig.makeDue();
  await rig.startRun();
  for (const [place, program] of programs.entries()) {
    await sleep(300);
    // Two end without a goodbye, one as a deployment ends it.
    await rig.processes[place]?.end(place === 1 ? "SIGTERM" : "SIGKILL");
    await rig.restart(place, program);
  }
  await rig.settled(RUN_MS).catch(() => {}); // the ledger shows what is left
  const { broken, done, due, failed, openRuns, sites } = await rig.ledger();
  const atOnce = rig.website.overlaps().length;
  losses += due + failed + openRuns + broken.length + atOnce + (SITES - done) + (SITES - sites);
  console.log(`${title}: ${done} of ${SITES} sites crawled, ${due} due, ${failed} failed, ${atOnce} twice at once,`);
  console.log(`  ${broken.length} texts that do not open, ${openRuns} open runs`);
}

try {
  await recrawl("the release before", []);
  await recrawl("forward, process by process", [THIS_RELEASE, THIS_RELEASE, THIS_RELEASE]);
  await recrawl("mixed: a worker of the release before", [THIS_RELEASE, THIS_RELEASE, before]);
  await recrawl("mixed: its server", [before, THIS_RELEASE, THIS_RELEASE]);
  await recrawl("back", [before, before, before]);
  await recrawl("forward again", [THIS_RELEASE, THIS_RELEASE, THIS_RELEASE]);
} finally {
  await rig.close();
  rmSync(folder, { recursive: true, force: true });
}
console.log(losses === 0 ? "Nothing lost" : `${losses} losses`);
process.exitCode = losses === 0 ? 0 : 1;
