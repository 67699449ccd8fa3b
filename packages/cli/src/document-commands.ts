import { DEFAULT_PROFILE, PROFILES } from "@llmstxt-service/document/profile";
import { type Command, Option } from "commander";
import type { DiffFlags } from "./diff-command.ts";
import { EXIT } from "./exit.ts";
import { repeatable } from "./generate/generate-cli.ts";
import type { EvalFlags } from "./measure/eval-command.ts";
import type { OverlayCommandFlags } from "./overlay-command.ts";
import type { ValidateFlags } from "./validate-command.ts";

/** Commands for an existing llms.txt: validate, compare, change, measure. */
export function documentCommands(program: Command, signal: AbortSignal): void {
  validateCommand(program, signal);
  diffCommand(program, signal);
  overlayCommand(program, signal);
  evalCommand(program, signal);
  mcpCommand(program, signal);
}

function validateCommand(program: Command, signal: AbortSignal): void {
  program
    .command("validate")
    .description("Check an llms.txt: every finding with its line")
    .argument("<file or url>", "a file, - for standard input, or an address")
    .addOption(
      new Option("--profile <profile>", "the proposal's rules, or those of its strictest readers")
        .choices(PROFILES)
        .default(DEFAULT_PROFILE),
    )
    .option("--live", "also check the site: do links work, is there Markdown, does the sitemap have more pages?")
    .option("--site <url>", "with --live: the site's address, if the file does not say it")
    .option("--json", "print the findings as JSON")
    .action(async (source: string, flags: ValidateFlags) => {
      const { runValidate } = await import("./validate-command.ts");
      process.exitCode = (await runValidate(source, flags, signal)) ? EXIT.done : EXIT.failed;
    });
}

function diffCommand(program: Command, signal: AbortSignal): void {
  program
    .command("diff")
    .description("Compare two llms.txt: pages added, removed, changed, moved between sections")
    .argument("<old>", "file or address")
    .argument("<new>", "file or address")
    .option("--overlay <file>", "apply the changes in this YAML file to the new one first")
    .option("--exit-code", "exit with 1 if there is a difference")
    .option("--json", "print the differences as JSON")
    .action(async (before: string, after: string, flags: DiffFlags) => {
      const { runDiff } = await import("./diff-command.ts");
      process.exitCode = (await runDiff({ before, after }, flags, signal)) ? EXIT.done : EXIT.failed;
    });
}

function overlayCommand(program: Command, signal: AbortSignal): void {
  program
    .command("overlay")
    .description("Write a first overlay for an llms.txt: everything that --overlay can change, as comments")
    .argument("<file or url>", "the llms.txt: a file, - for standard input, or an address")
    .option("-o, --output <file>", "write it here instead of to stdout")
    .action(async (source: string, flags: OverlayCommandFlags) => {
      const { runOverlay } = await import("./overlay-command.ts");
      await runOverlay(source, flags, signal);
    });
}

function evalCommand(program: Command, signal: AbortSignal): void {
  program
    .command("eval")
    .description("Measure how well a reader finds answers with an llms.txt")
    .argument(
      "<file, folder or url>",
      "the llms.txt: a file, - for standard input, a folder that holds it, or an address",
    )
    .option("--against <file, folder or url>", "another llms.txt, for the same questions; may be repeated", repeatable)
    .option("--questions <file>", "use these questions, one a line, each with the address of its page behind it")
    .option("--origin <url>", "the address a folder is served at, if its llms.txt does not say it")
    .option("--model", "also let the configured language model (LLM_API_KEY, …) answer, page by page")
    .option("--arms", "with --model: by homepage, llms.txt by link or in the prompt, AGENTS.md index, and search, too")
    .option("--json", "print the figures as JSON")
    .action(async (source: string, flags: EvalFlags) => {
      const { runEval } = await import("./measure/eval-command.ts");
      await runEval(source, flags, signal);
    });
}

function mcpCommand(program: Command, signal: AbortSignal): void {
  program
    .command("mcp")
    .description("Let an agent search and read a site's pages: a Model Context Protocol server on stdin and stdout")
    .argument("<folder or url>", "the folder of --publish, or the address of an llms.txt")
    .action(async (source: string) => {
      const { runMcp } = await import("./mcp-command.ts");
      await runMcp(source, signal);
    });
}
