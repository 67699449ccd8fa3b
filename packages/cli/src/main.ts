// The commands, their help, and the messages for a person when a command fails.
import { existsSync } from "node:fs";
import { type CrawlError, FAILURES, type FailureCode, toCrawlError } from "@llmstxt-service/page/errors";
import { describeFailure, failureOf } from "@llmstxt-service/service/facts";
import { Command, CommanderError, Help, type Option } from "commander";
import { EXIT, Stopping, wrongUsage } from "./exit.ts";
import { fileProblem } from "./files.ts";
import { type GenerateFlags, generateCommand, isSeldom } from "./generate-command.ts";
import { otherCommands } from "./other-commands.ts";
import { printable } from "./report.ts";

const COLUMNS = 80;

const EXAMPLES = `
Examples:
  llmstxt https://example.com                    to standard output
  llmstxt https://example.com -o llms.txt        into a file
  llmstxt ./dist --origin https://example.com    of a built site on disk
  llmstxt ./dist --origin https://example.com --publish ./dist
                                                 with Markdown of each page
  llmstxt validate llms.txt                      check a file
  llmstxt serve                                  the service, on port 8000`;

function program(version: string, stopping: Stopping, isShort: boolean): Command {
  const root = new Command("llmstxt")
    .description("Writes a website's llms.txt: every page worth reading, with its title,\naddress and an excerpt.")
    .usage("<url or folder> [options]\n       llmstxt <command> [options]")
    .version(version, "-V, --version", "print the version")
    .helpCommand(false)
    .exitOverride();
  const main = generateCommand(root).action(async (argument: string | undefined, flags: GenerateFlags) => {
    if (argument === undefined && flags.urls === undefined)
      main.error("error: missing argument: the site's address, or its folder");
    // Imported when it runs, as the other commands are.
    const { generate } = await import("./generate.ts");
    process.exitCode = await generate(argument, flags, stopping);
  });
  otherCommands(root, stopping);
  const plain = new Help();
  const seen = (options: Option[]) => (isShort ? options.filter((option) => !isSeldom(option)) : options);
  // The program's help is that of its main job, followed by the other commands.
  root.configureHelp({
    helpWidth: COLUMNS,
    visibleArguments: (command) => plain.visibleArguments(command === root ? main : command),
    visibleOptions: (command) =>
      command === root
        ? [...seen(plain.visibleOptions(main)), ...plain.visibleOptions(root).slice(0, 1)]
        : seen(plain.visibleOptions(command)),
    visibleCommands: (command) => plain.visibleCommands(command).filter((one) => one !== main),
  });
  root.addHelpText(
    "after",
    `${EXAMPLES}\n\n${isShort ? "llmstxt --help shows every option" : "llmstxt <command> --help shows its options"}.`,
  );
  for (const command of allCommands(root)) {
    command.helpOption("-h, --help", "help: -h the usual options, --help all").exitOverride();
    if (command !== root)
      command.configureHelp({ helpWidth: COLUMNS, visibleOptions: (one) => seen(plain.visibleOptions(one)) });
    command.showHelpAfterError(`(${pathTo(command)} --help shows how it is used)`);
  }
  return root;
}

/** The list of settings loads the service's own table, so only the help of `serve` does. */
async function helpOfSettings(root: Command): Promise<void> {
  const { settingsHelp } = await import("@llmstxt-service/service/settings");
  const serve = root.commands.find((command) => command.name() === "serve");
  serve?.addHelpText("after", `\nSettings: environment variables, or .env in the current folder.\n\n${settingsHelp()}`);
}

const allCommands = (command: Command): Command[] => [command, ...command.commands.flatMap(allCommands)];

const pathTo = (command: Command): string =>
  command.parent === null ? command.name() : `${pathTo(command.parent)} ${command.name()}`;

/** Refuses a mistyped command, which would otherwise be taken for an address. */
function checkCommand(root: Command, [word = ""]: readonly string[]): void {
  const names = root.commands.map((command) => command.name());
  if (!/^[a-z-]+$/i.test(word) || word.startsWith("-") || names.includes(word) || existsSync(word)) return;
  const near = names.find((name) => name.startsWith(word.toLowerCase().slice(0, 3)));
  const hint = near === undefined ? "llmstxt --help shows how it is used." : `Did you mean llmstxt ${near}?`;
  throw wrongUsage(`${word} is no address, and there is no such folder or command. ${hint}`);
}

/** EPIPE (`llmstxt … | head`) exits with 0, any other write error with 1. */
function onPrintError(error: NodeJS.ErrnoException): void {
  if (error.code === "EPIPE") process.exit(EXIT.done);
  process.stderr.write(`llmstxt: Cannot write to standard output: ${fileProblem(error)}\n`, () =>
    process.exit(EXIT.failed),
  );
}

/** Runs the command that the arguments name; sets the exit code. Never rejects. */
export async function main(version: string): Promise<void> {
  process.stdout.on("error", onPrintError);
  process.stderr.on("error", () => {}); // nobody reads the progress: the files are written all the same
  const stopping = new Stopping();
  const args = process.argv.slice(2);
  const root = program(version, stopping, args.length === 0 || args.includes("-h"));
  try {
    if (args[0] === "serve" && args.includes("--help")) await helpOfSettings(root);
    if (args.length === 0) {
      process.exitCode = EXIT.usage;
      root.outputHelp({ error: true });
      return;
    }
    checkCommand(root, args);
    await root.parseAsync(args, { from: "user" });
  } catch (thrown) {
    process.exitCode = failed(thrown, args, stopping.signal);
  }
}

/** Prints an error and advice on stderr. @returns the exit code */
function failed(thrown: unknown, args: readonly string[], signal: AbortSignal): number {
  const isUsage = thrown instanceof CommanderError;
  if (isUsage && thrown.exitCode === 0) return EXIT.done;
  const error = isUsage
    ? wrongUsage(thrown.message.replace(/^error: /, "").replaceAll("\n", " "))
    : toCrawlError(thrown);
  // With --json the last event is the outcome.
  if (args.includes("--json")) process.stdout.write(`${JSON.stringify({ type: "error", ...failureOf(error) })}\n`);
  // commander has printed its own errors already.
  if (isUsage) return EXIT.usage;
  if (signal.aborted || error.code === "aborted") {
    process.stderr.write("Stopped.\n");
    return EXIT.interrupted;
  }
  const hint = hintFor(error);
  const lines = [...describeFailure(error).split("\n"), ...(hint === undefined ? [] : [hint])];
  process.stderr.write(`llmstxt: ${lines.map(printable).join("\n")}\n`);
  return FAILURES[error.code].about === "request" ? EXIT.usage : EXIT.failed;
}

/** Advice for a crawl that could not begin; undefined if the message contains it already. */
function hintFor(error: CrawlError): string | undefined {
  const status = "status" in error.facts ? Number(error.facts.status) : undefined;
  if (status === 401 || status === 403) return "A site that asks for a password: --header.";
  return HINTS[error.code];
}

const HINTS: Partial<Readonly<Record<FailureCode, string>>> = {
  address_not_allowed:
    "It is a private or reserved address, or its port is none of a web server. ALLOW_PRIVATE_NETWORKS=true lets private ones through.",
  off_site: "Start from that address, if you mean that site.",
  robots_disallows: "If the site is yours, RESPECT_ROBOTS=false reads it all the same.",
  robots_unavailable: "Without its robots.txt no page of a site may be read. Try again later.",
  dns: "Check the address for typing errors.",
  unreachable: "See whether the address opens in a browser on this machine.",
  tls: "For a certificate authority of your own set NODE_EXTRA_CA_CERTS to its file.",
  timeout: "Try again later, or start from another page of the site.",
  unsupported_type: "Start from a page of the site.",
  empty_page: "A page that scripts fill needs a browser: install Chromium, or name it with CHROMIUM_PATH.",
  browser_missing: "Install Chromium or Chrome, or name it with CHROMIUM_PATH.",
  database_unavailable: "See whether it runs, and whether DATABASE_URL leads to it.",
  folder_in_use: "Stop the service, or use its page or its REST interface.",
};
