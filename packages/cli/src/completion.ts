import type { Command } from "commander";

export const SHELLS = ["bash", "zsh", "fish", "powershell"] as const;

/** A command, with the words that can follow it. */
interface CommandNode {
  /** Names from the program down: `sites add`; empty for the program itself. */
  readonly path: string;
  readonly words: readonly string[];
}

/** A shell's script that completes commands and options, made from the program's own. */
export function completionScript(program: Command, shell: (typeof SHELLS)[number]): string {
  const nodes = nodesOf(program, "");
  switch (shell) {
    case "bash":
      return bash(nodes);
    case "zsh":
      return `#compdef llmstxt\nautoload -U +X bashcompinit && bashcompinit\n${bash(nodes)}${FROM_FPATH}`;
    case "fish":
      return fish(nodes);
    case "powershell":
      return powershell(nodes);
  }
}

/** The program itself has its main job's options. */
function nodesOf(command: Command, path: string): CommandNode[] {
  const main = path === "" ? command.commands.find((one) => one.name() === "generate") : undefined;
  const options = [...(main ?? command).options, ...(main ? command.options : [])].flatMap(({ long }) => long ?? []);
  const below = command.commands.map((one) => one.name());
  return [
    { path, words: [...below, ...options, "--help"] },
    ...command.commands.flatMap((one) => nodesOf(one, `${path} ${one.name()}`.trim())),
  ];
}

/** zsh runs a script that it finds by its name at the first completion. */
const FROM_FPATH = 'if [ "$funcstack[1]" = "_llmstxt" ]; then _bash_complete -o default -F _llmstxt; fi\n';

/** The words are names of commands and options: letters and hyphens only. */
function bash(nodes: readonly CommandNode[]): string {
  const cases = nodes.map(({ path, words }) => `    "${path}") words="${words.join(" ")}" ;;`).join("\n");
  const known = nodes.map(({ path }) => `"${path}"`).join(" | ");
  return `_llmstxt() {
  local path="" word words next
  for word in "\${COMP_WORDS[@]:1:$((COMP_CWORD - 1))}"; do
    next="\${path:+$path }$word"
    case "$next" in ${known}) path="$next" ;; esac
  done
  case "$path" in
${cases}
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _llmstxt llmstxt
`;
}

function fish(nodes: readonly CommandNode[]): string {
  // Options of the main job may also follow an address.
  const commands = nodes.map(({ path }) => path).filter((path) => path !== "" && !path.includes(" "));
  const lines = nodes.flatMap(({ path, words }) => {
    const when =
      path === ""
        ? `not __fish_seen_subcommand_from ${commands.join(" ")}`
        : path
            .split(" ")
            .map((name) => `__fish_seen_subcommand_from ${name}`)
            .join("; and ");
    return words.map((word) =>
      word.startsWith("--")
        ? `complete -c llmstxt -n '${when}' -l ${word.slice(2)}`
        : `complete -c llmstxt -n '${when}' -a ${word}`,
    );
  });
  return `${lines.join("\n")}\n`;
}

function powershell(nodes: readonly CommandNode[]): string {
  const words = nodes.map(({ path, words }) => `    '${path}' = ${words.map((word) => `'${word}'`).join(", ")}`);
  return `Register-ArgumentCompleter -Native -CommandName llmstxt -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $words = @{
${words.join("\n")}
  }
  $path = ''
  foreach ($element in $commandAst.CommandElements | Select-Object -Skip 1) {
    if ($element.Extent.EndOffset -ge $cursorPosition) { break }
    $next = "$path $($element.Extent.Text)".Trim()
    if ($words.ContainsKey($next)) { $path = $next }
  }
  $words[$path] | Where-Object { $_ -like "$wordToComplete*" } | ForEach-Object {
    [System.Management.Automation.CompletionResult]::new($_, $_, 'ParameterValue', $_)
  }
}
`;
}
