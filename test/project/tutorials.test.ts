import { execFile } from "node:child_process";
import { readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { serveDemoSite } from "../../scripts/demo-site.ts";
import { recordTerminal, terminalLines, textsOf } from "../../scripts/terminal-picture.ts";
import { COMMAND, temporaryFolder } from "../command/command.ts";
import { startService } from "../servers/service.ts";

/** Addresses of the example site and of the service in the tutorials. */
const SITE = "http://127.0.0.1:8801";
const SERVICE = "http://localhost:8000";

interface Step {
  readonly command: string;
  readonly output: readonly string[];
}

/** The examples of a page in their order: commands with their output, and files to write before the next command. */
function stepsOf(text: string): readonly (Step | { readonly yaml: string })[] {
  return [...text.matchAll(/^```(console|yaml)\n(.*?)^```$/gms)].flatMap(
    ([, kind, body = ""]): (Step | { yaml: string })[] => {
      if (kind === "yaml") return [{ yaml: body }];
      return body
        .split(/^\$ /m)
        .filter(Boolean)
        .map((part) => {
          const [command = "", ...output] = part.trimEnd().split("\n");
          return { command, output };
        });
    },
  );
}

/** True if a line is as the page shows it; `…` stands for text that differs from run to run. */
function isAsShown(line: string, shown: string): boolean {
  const parts = shown.split("…");
  let at = 0;
  for (const part of parts) {
    const found = line.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return line.startsWith(parts[0] ?? "") && (parts.length > 1 || line === shown);
}

test.each(["first-file", "first-published-site", "first-service"])(
  "the tutorial %s shows real output",
  async (name) => {
    using site = await serveDemoSite();
    await using service = await startService();
    const folder = temporaryFolder();
    symlinkSync(resolve("examples"), join(folder, "examples"));
    writeFileSync(join(folder, "npx"), `#!/bin/sh\nshift\nexec "${process.execPath}" "${COMMAND}" "$@"\n`, {
      mode: 0o755,
    });
    const env = { PATH: `${folder}:${process.env.PATH}`, HOME: folder, BROWSER_ENABLED: "false", SERVICE: service.url };
    for (const step of stepsOf(readFileSync(`docs/tutorial/${name}.md`, "utf8"))) {
      if ("yaml" in step) {
        writeFileSync(join(folder, "overlay.yaml"), step.yaml);
        continue;
      }
      const command = step.command.replaceAll(SITE, site.origin).replaceAll(SERVICE, service.url);
      const { stdout, stderr } = await promisify(execFile)("sh", ["-c", command], { cwd: folder, env });
      const said = `${stdout}${stderr}`.replaceAll(site.origin, SITE).replaceAll(service.url, SERVICE).trimEnd();
      const lines = said === "" ? [] : said.split("\n");
      expect(lines.length, `${command}\n${said}`).toBe(step.output.length);
      for (const [at, shown] of step.output.entries())
        expect(isAsShown(lines[at] ?? "", shown), `${command}: ${lines[at]} is not ${shown}`).toBe(true);
    }
  },
);

/** Without times, which differ from run to run. */
const timeless = (lines: readonly string[]): readonly string[] =>
  lines.map((line) => line.replace(/in \d+\.\d s/, "in … s").replace(/\d{4}-\d\d-\d\dT[\d:]{8}Z/, "…"));

test.skipIf(process.platform !== "linux")("the README's picture shows what the command prints", async () => {
  const lines = terminalLines(await recordTerminal()).filter(({ kind }) => kind !== "living");
  const shown = textsOf(readFileSync("docs/images/terminal.svg", "utf8"));
  expect(timeless(shown)).toEqual(timeless(lines.map(({ text }) => text)));
});
