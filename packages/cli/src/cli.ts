import { existsSync } from "node:fs";
import { CrawlError, toCrawlError } from "@llmstxt-service/page/errors";
import { FAILURES, type FailureCode } from "@llmstxt-service/page/failures";
import { describeFailure } from "@llmstxt-service/service/describe";
import { failedEvent } from "@llmstxt-service/service/facts";
import { printable } from "@llmstxt-service/service/printable";
import { Argument, Command, CommanderError, Help } from "commander";
import manifest from "../../../package.json" with { type: "json" };
import { completionScript, SHELLS } from "./completion.ts";
import { documentCommands } from "./document-commands.ts";
import { plainFlags } from "./document-flags.ts";
import { EXIT } from "./exit.ts";
import { fileProblem } from "./file-problem.ts";
import { generateCommand, MAIN_JOB } from "./generate/generate-cli.ts";
import { recrawlCommands } from "./recrawl-commands.ts";
import { serviceCommands } from "./service-commands.ts";
import { Stopping } from "./stopping.ts";
import { UnreadAddress } from "./unread-address.ts";

function program(stopping: Stopping): Command {
  const { signal } = stopping;
  const root = new Command("llmstxt")
    .description("Writes a website's llms.txt: every page worth reading, with its title, address and an excerpt.")
    .version(manifest.version)
    .configureHelp({ helpWidth: 100 })
    .helpCommand(false)
    .exitOverride();
  helpOfMainJob(root, generateCommand(root, stopping));
  documentCommands(root, signal);
  serviceCommands(root, signal);
  recrawlCommands(root, signal);
  completionCommand(root);
  helpCommand(root);
  for (const command of allCommands(root))
    command.showHelpAfterError(`(${pathTo(command)} --help shows how it is used)`);
  return root;
}

/**
 * The help command, like commander's own, but also for commands below others, and with an error for an unknown word.
 */
function helpCommand(root: Command): void {
  root
    .command("help")
    .description("Show how a command is used")
    .argument("[command...]")
    .action((path: readonly string[]) => {
      const found = path.reduce<Command>((command, name) => {
        const next = command.commands.find((one) => one.name() === name);
        if (next !== undefined) return next;
        throw new CrawlError("wrong_usage", { detail: `There is no command ${path.join(" ")}` });
      }, root);
      found.outputHelp();
    });
}

function completionCommand(root: Command): void {
  root
    .command("completion")
    .description("Print a script that completes commands and options in your shell")
    .addArgument(new Argument("<shell>").choices(SHELLS))
    .action((shell: (typeof SHELLS)[number]) => void process.stdout.write(completionScript(root, shell)));
}

const allCommands = (command: Command): Command[] => [command, ...command.commands.flatMap(allCommands)];

/** Command as it is typed: the main job needs no name. */
function pathTo(command: Command): string {
  if (command.parent === null) return command.name();
  const parent = pathTo(command.parent);
  return command.name() === MAIN_JOB ? parent : `${parent} ${command.name()}`;
}

/**
 * A word that is nearly a command's name is refused: the main job would take it for an address.
 * @throws CrawlError `wrong_usage`
 */
function checkCommand(root: Command, [word = ""]: readonly string[]): void {
  const names = root.commands.map((command) => command.name());
  if (!/^[a-z-]+$/i.test(word) || word.startsWith("-") || names.includes(word) || existsSync(word)) return;
  const meant = suggestedFor(word, names);
  if (meant === undefined) return;
  const detail = `${word} is no address, and there is no such folder or command. Did you mean llmstxt ${meant}?`;
  throw new CrawlError("wrong_usage", { detail });
}

/** The names that commander would suggest for an unknown command. */
function suggestedFor(word: string, names: readonly string[]): string | undefined {
  const commands = new Command().exitOverride().configureOutput({ writeErr: () => {} });
  for (const name of names) commands.command(name);
  try {
    commands.parse([word], { from: "user" });
    return undefined;
  } catch (thrown) {
    if (!(thrown instanceof CommanderError)) throw thrown;
    return thrown.message.split("(Did you mean ", 2)[1]?.replace("one of ", "").replace("?)", "");
  }
}

/** True if a program reads the main job's events, which must end with a result or an error in any case. */
function wantsEvents(root: Command, args: readonly string[]): boolean {
  const others = root.commands.map((command) => command.name()).filter((name) => name !== MAIN_JOB);
  return args.includes("--json") && !others.includes(args[0] ?? "");
}

/** EPIPE (`llmstxt … | head`) exits with 0, any other write error with 1. */
function onPrintError(error: NodeJS.ErrnoException): void {
  if (error.code === "EPIPE") process.exit(EXIT.done);
  const why = fileProblem(error, error.message);
  process.stderr.write(`llmstxt: Cannot write to standard output: ${why}\n`, () => process.exit(EXIT.failed));
  process.exitCode = EXIT.failed;
}

/** Runs the command that the arguments name; sets the exit code. Never rejects. */
export async function main(): Promise<void> {
  process.stdout.on("error", onPrintError);
  const stopping = new Stopping();
  const args = plainFlags(process.argv.slice(2));
  const root = program(stopping);
  if (args.length === 0) {
    process.stderr.write(`${SHORT_HELP.trim()}\n`);
    process.exitCode = EXIT.usage;
    return;
  }
  try {
    checkCommand(root, args);
    await root.parseAsync(args, { from: "user" });
  } catch (thrown) {
    const isUsage = thrown instanceof CommanderError;
    if (isUsage && thrown.exitCode === 0) return;
    const error = isUsage ? wrongUsage(thrown) : thrown;
    if (wantsEvents(root, args)) process.stdout.write(`${JSON.stringify(failedEvent(toCrawlError(error)))}\n`);
    // commander has printed its own errors already.
    process.exitCode = isUsage ? EXIT.usage : fail(thrown, stopping.signal);
  }
}

const wrongUsage = ({ message }: CommanderError) =>
  new CrawlError("wrong_usage", { detail: message.replace(/^error: /, "").replaceAll("\n", " ") });

/**
 * Prints an error and advice on stderr.
 * @returns the exit code
 */
function fail(thrown: unknown, signal: AbortSignal): number {
  const unread = thrown instanceof UnreadAddress ? thrown : undefined;
  const error = unread?.cause ?? toCrawlError(thrown);
  if (signal.aborted || error.code === "aborted") {
    process.stderr.write("Stopped.\n");
    return EXIT.interrupted;
  }
  const hint = hintFor(error);
  const said = [...(unread?.message ?? describeFailure(error)).split("\n"), ...(hint === undefined ? [] : [hint])];
  process.stderr.write(`llmstxt: ${said.map(printable).join("\n")}\n`);
  return FAILURES[error.code].about === "request" ? EXIT.usage : EXIT.failed;
}

/** Advice if a crawl could not begin; undefined if the message has it already. */
function hintFor(error: CrawlError): string | undefined {
  const status = "status" in error.facts ? Number(error.facts.status) : undefined;
  if (status === 401 || status === 403) return "A site that asks for a password: --header or --cookies.";
  if ("browser" in error.facts && error.facts.browser === "failed") return OTHER_BROWSER;
  return HINTS[error.code];
}

const OTHER_BROWSER = "`llmstxt add browser` installs another Chromium, or name one that starts with CHROMIUM_PATH.";

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
  empty_page: "A page that scripts fill needs a browser: `llmstxt add browser`, or Chromium at CHROMIUM_PATH.",
  browser_missing: "`llmstxt add browser` installs one, or name Chromium or Chrome with CHROMIUM_PATH.",
  folder_in_use: "Stop the other process, or use another DATA_DIR.",
};

const EXAMPLES = `
Examples:
  llmstxt https://example.com                      write the site's llms.txt to standard output
  llmstxt https://example.com -o llms.txt          into a file
  llmstxt ./dist --origin https://example.com      of a built site on disk, without a server
  llmstxt https://example.com --publish ./public   everything that agents read, ready to serve
  llmstxt validate llms.txt                        check a file; --live asks for its links, too
  llmstxt serve                                    the service, with a web page on port 8000`;

const HELP_END = `${EXAMPLES}

llmstxt <command> --help shows the options of a command.`;

const SHORT_HELP = `${EXAMPLES.replace("Examples", "llmstxt writes the llms.txt of a website")}

llmstxt --help shows all options and commands.`;

/** Makes the program's help that of its main job, which most people need, with the other commands below it. */
function helpOfMainJob(root: Command, main: Command): void {
  root.usage("<url, folder or record> [options]\n       llmstxt <command> [options]");
  const plain = new Help();
  root.configureHelp({
    helpWidth: 100,
    visibleArguments: (command) => plain.visibleArguments(command === root ? main : command),
    visibleOptions: (command) => {
      const own = plain.visibleOptions(command);
      return command === root ? [...plain.visibleOptions(main), ...own.filter(isVersion)] : own;
    },
    visibleCommands: (command) => plain.visibleCommands(command).filter((one) => one !== main),
  });
  root.addHelpText("after", HELP_END);
}

const isVersion = ({ long }: { readonly long?: string | null | undefined }) => long === "--version";
