import { existsSync } from "node:fs";
import { CrawlError, toCrawlError } from "@llmstxt-service/page/errors";
import { FAILURES } from "@llmstxt-service/page/failures";
import { describeFailure } from "@llmstxt-service/service/describe";
import { failedEvent } from "@llmstxt-service/service/facts";
import { printable } from "@llmstxt-service/service/printable";
import { Argument, Command, CommanderError } from "commander";
import manifest from "../../../package.json" with { type: "json" };
import { completionScript, SHELLS } from "./completion.ts";
import { documentCommands } from "./document-commands.ts";
import { EXIT } from "./exit.ts";
import { fileProblem } from "./file-problem.ts";
import { generateCommand, MAIN_JOB } from "./generate/generate-cli.ts";
import { hintFor } from "./hint.ts";
import { recrawlCommands } from "./recrawl-commands.ts";
import { helpOfMainJob } from "./root-help.ts";
import { serviceCommands } from "./service-commands.ts";

/** Aborts on the first Ctrl-C or SIGTERM; a second one ends the process at once. */
function stopSignal(): AbortSignal {
  const stop = new AbortController();
  const onSignal = () => {
    if (stop.signal.aborted) process.exit(EXIT.interrupted);
    stop.abort();
  };
  process.on("SIGINT", onSignal);
  process.on("SIGTERM", onSignal);
  return stop.signal;
}

function program(signal: AbortSignal): Command {
  const root = new Command("llmstxt")
    .description("Writes a website's llms.txt: every page worth reading, with its title, address and an excerpt.")
    .version(manifest.version)
    .configureHelp({ helpWidth: 100 })
    .helpCommand(false)
    .exitOverride();
  helpOfMainJob(root, generateCommand(root, signal));
  documentCommands(root, signal);
  serviceCommands(root, signal);
  recrawlCommands(root, signal);
  completionCommand(root);
  helpCommand(root);
  for (const command of allCommands(root))
    command.showHelpAfterError(`(${pathTo(command)} --help shows how it is used)`);
  return root;
}

/** As commander's own, but for a command below another, and with a word for what is none. */
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

/** As it is typed: the main job needs no name. */
function pathTo(command: Command): string {
  if (command.parent === null) return command.name();
  const parent = pathTo(command.parent);
  return command.name() === MAIN_JOB ? parent : `${parent} ${command.name()}`;
}

/**
 * A word that is nearly a command is no address: the main job would look for it as one.
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

/** The commands that commander suggests where no command takes an address. */
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

/** True if somebody reads the events of the main job: their end is a result or an error, whatever happens. */
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
  const signal = stopSignal();
  const args = process.argv.slice(2);
  const root = program(signal);
  try {
    checkCommand(root, args);
    await root.parseAsync();
  } catch (thrown) {
    const isUsage = thrown instanceof CommanderError;
    if (isUsage && thrown.exitCode === 0) return;
    const error = isUsage ? wrongUsage(thrown) : thrown;
    if (wantsEvents(root, args)) process.stdout.write(`${JSON.stringify(failedEvent(toCrawlError(error)))}\n`);
    // commander has told its own refusals already.
    process.exitCode = isUsage ? EXIT.usage : fail(thrown, signal);
  }
}

const wrongUsage = ({ message }: CommanderError) =>
  new CrawlError("wrong_usage", { detail: message.replace(/^error: /, "").replaceAll("\n", " ") });

/** Prints what happened, and what to try, on stderr. @returns the exit code */
function fail(thrown: unknown, signal: AbortSignal): number {
  if (signal.aborted) {
    process.stderr.write("Stopped.\n");
    return EXIT.interrupted;
  }
  const error = toCrawlError(thrown);
  const hint = hintFor(error);
  const said = [...describeFailure(error).split("\n"), ...(hint === undefined ? [] : [hint])];
  process.stderr.write(`llmstxt: ${said.map(printable).join("\n")}\n`);
  return FAILURES[error.code].about === "request" ? EXIT.usage : EXIT.failed;
}
