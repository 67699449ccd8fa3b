/** One instruction of a Dockerfile, continuation lines joined. */
export interface Instruction {
  /** In capitals. */
  readonly name: string;
  readonly rest: string;
}

/** The stages of a Dockerfile, each from its `FROM` on. */
export function dockerfileStages(text: string): readonly (readonly Instruction[])[] {
  const lines = text
    .replace(/^#.*\n/gm, "")
    .replace(/\\\n\s*/g, "")
    .split("\n")
    .filter((line) => line.trim() !== "");
  const stages: Instruction[][] = [];
  for (const line of lines) {
    const [, name = "", rest = ""] = /^(\w+)\s+(.*)$/.exec(line) ?? [];
    if (name === "FROM") stages.push([]);
    stages.at(-1)?.push({ name, rest });
  }
  return stages;
}

export interface Copy {
  /** A stage's name; undefined: the folder that is built from. */
  readonly from: string | undefined;
  readonly sources: readonly string[];
  readonly target: string;
}

export function copyOf({ rest }: Instruction): Copy {
  const words = rest.split(/\s+/);
  const from = words.find((word) => word.startsWith("--from="))?.slice("--from=".length);
  const paths = words.filter((word) => !word.startsWith("--"));
  return { from, sources: paths.slice(0, -1), target: paths.at(-1) ?? "" };
}

/** The `NAME=value` pairs of every ENV. */
export function environmentOf(stage: readonly Instruction[]): Readonly<Record<string, string>> {
  const pairs = stage.filter(({ name }) => name === "ENV").flatMap(({ rest }) => rest.split(/\s+/));
  return Object.fromEntries(pairs.map((pair) => pair.split("=", 2)));
}
