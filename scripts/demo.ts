// The main job without the internet: serves examples/demo-site on loopback and writes its llms.txt to the terminal.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { serveDemoSite } from "./demo-site.ts";

using site = await serveDemoSite();
const command = spawn(process.execPath, ["dist/cli.js", `${site.origin}/`, ...process.argv.slice(2)], {
  stdio: "inherit",
});
const [code] = await once(command, "exit");
process.exitCode = code ?? 1;
