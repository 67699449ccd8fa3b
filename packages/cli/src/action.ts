// The GitHub Action: its inputs become the command's flags, and what the command says becomes its outputs.
// action.yml lists the inputs; GitHub gives each as INPUT_<NAME>.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { appendFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const input = (name: string): string => process.env[`INPUT_${name.toUpperCase()}`]?.trim() ?? "";

/** Inputs that are flags of the same name. */
const FLAGS = ["origin", "publish", "agents-md", "overlay", "max-pages"] as const;

function argumentsOf(file: string): string[] {
  const [folder, url] = [input("folder"), input("url")];
  const flags = FLAGS.flatMap((name) => (input(name) === "" ? [] : [`--${name}`, input(name)]));
  const { GITHUB_STEP_SUMMARY: summary } = process.env;
  return [
    ...(folder === "" ? [url] : [folder]),
    ...flags,
    ...(file === "" ? [] : ["--output", file]),
    ...(summary ? ["--summary", summary] : []),
    ...(input("check") === "true" ? ["--check", "--json"] : []),
  ];
}

/** A command of a workflow's log; a line break in its text would end it. */
const tell = (command: string, text: string) =>
  process.stdout.write(
    `::${command}::${text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A")}\n`,
  );

function setOutput(name: string, value: string): void {
  const { GITHUB_OUTPUT: file } = process.env;
  if (file) appendFileSync(file, `${name}=${value.replaceAll(/[\r\n]/g, " ")}\n`);
}

async function run(): Promise<void> {
  const [folder, publish] = [input("folder"), input("publish")];
  if (folder === "" && input("url") === "") {
    tell("error", "llms.txt: neither a folder nor a url is given");
    process.exitCode = 2;
    return;
  }
  const file = input("output") || (publish === "" ? (folder === "" ? "llms.txt" : `${folder}/llms.txt`) : "");
  const command = fileURLToPath(new URL("./cli.js", import.meta.url));
  const child = spawn(process.execPath, [command, ...argumentsOf(file)], { stdio: ["inherit", "pipe", "inherit"] });
  const ended: Promise<(number | null)[]> = once(child, "close");
  let isStale = false;
  for await (const line of createInterface({ input: child.stdout })) {
    const { type, difference }: { type: string; difference: string } = JSON.parse(line);
    if (type !== "stale") continue;
    isStale = true;
    process.stdout.write(difference);
  }
  const [code] = await ended;
  process.exitCode = code ?? 1;
  // A crawl that failed ends with 1, too, and says nothing about the file.
  if (code !== 0 && !isStale) return;
  const document = file || `${publish}/llms.txt`;
  setOutput("file", document);
  setOutput("state", isStale ? "stale" : input("check") === "true" ? "fresh" : "written");
  if (isStale)
    tell("error", `${document} is not what the site gives: run llmstxt without --check and commit what it writes`);
}

await run();
