// Hostile addresses through every writer of settings, read back, and by batches through the servers' own checks where they are
// installed: npm run bench -- emit. `--smoke`: 5,000 addresses, one batch for the servers.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isInstalled, STATIC_SERVERS, syntaxFault } from "../test/bundle/static-servers.ts";
import { hostileAddress } from "../test/emit/hostile-texts.ts";
import { settingsOf } from "../test/emit/settings-of.ts";

const isSmoke = process.argv.includes("--smoke");
const BATCH = 1_000;
const BATCHES = isSmoke ? 5 : 100;

/** Every so many batches the servers check the files themselves. */
const CHECKED_EVERY = 10;

const servers = STATIC_SERVERS.filter(isInstalled);
const folder = mkdtempSync(join(tmpdir(), "bench-emit-"));
mkdirSync(join(folder, ".llmstxt"));
let [inTables, rows, left, checks] = [0, 0, 0, 0];
try {
  for (let batch = 0; batch < BATCHES; batch++) {
    const addresses = Array.from({ length: BATCH }, (_, at) => hostileAddress(batch * BATCH + at));
    const { files, served, unserved } = settingsOf(addresses);
    inTables += served.pages.length;
    rows += served.exceptions.length;
    left += unserved.length;
    if (batch % CHECKED_EVERY > 0) continue;
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, ".llmstxt", name), text);
    for (const server of servers) {
      const fault = syntaxFault(server, folder);
      checks++;
      if (fault !== "") throw new Error(`${server.name} does not take the settings of batch ${batch}: ${fault}`);
    }
  }
  console.log(
    `${(BATCH * BATCHES).toLocaleString("en-US")} addresses: ${inTables} in tables, ${rows} rows of servers, ${left} left out`,
  );
  console.log(`${checks} checks by ${servers.map(({ name }) => name).join(", ") || "no server: none is installed"}`);
} catch (thrown) {
  console.error(`Not kept: ${thrown instanceof Error ? thrown.message : String(thrown)}`);
  process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
