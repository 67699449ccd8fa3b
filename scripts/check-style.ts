// Fails when src/ or web/src/ breaks a rule of CONTRIBUTING.md that no other tool holds more often than today: at most three
// positional parameters, no boolean one, no `default` in a switch, no switch that the compiler does not check, `MAX_` for upper bounds,
// files and functions that can be read at once, a name for one type. Who mends one lowers its number.
import {
  type Expression,
  type FunctionBody,
  type ParamPattern,
  parseSync,
  type Statement,
  type TSTypeAnnotation,
  Visitor,
} from "oxc-parser";
import { doubledNames, sizeOf, sourcesIn } from "./type-names.ts";

/** What is left of each fault; 0 is the goal. */
const LEFT = {
  parameters: 7,
  boolean: 7,
  default: 0,
  unchecked: 0,
  most: 0,
  file: 0,
  function: 0,
  riddle: 0,
  name: 8,
};
const FAULTS = ["parameters", "boolean", "default", "unchecked", "most", "file", "function", "riddle", "name"] as const;

type Fault = (typeof FAULTS)[number];

const RULES: Readonly<Record<Fault, string>> = {
  parameters: "more than three positional parameters: take one object",
  boolean: "a boolean parameter: take an option, or write two functions",
  default: "`default` in a switch: name every case, so that a new one is a compile error",
  unchecked: "a switch that the compiler does not check: end it with `subject satisfies never`, or take a table",
  most: "MOST_: call an upper bound MAX_",
  file: "a file of more than 277 lines: cut it along a noun",
  function: "a function of more than 67 lines: cut it along its steps",
  riddle:
    "a comment that begins with What, Whether, How, Where or Who, or without its noun (Of, Its, So many): say subject, verb, fact",
  name: "a type with the name of another one in packages/: take the field's noun for it",
};

const MAX_PARAMETERS = 3;
const MAX_FILE_LINES = 277;
const MAX_FUNCTION_LINES = 67;

function isBoolean(parameter: ParamPattern): boolean {
  if (parameter.type === "AssignmentPattern")
    return parameter.right.type === "Literal" && typeof parameter.right.value === "boolean";
  if (!("typeAnnotation" in parameter)) return false;
  return parameter.typeAnnotation?.typeAnnotation.type === "TSBooleanKeyword";
}

interface JudgedFunction {
  readonly params: readonly ParamPattern[];
  readonly returnType?: TSTypeAnnotation | null | undefined;
  readonly body?: FunctionBody | Expression | null;
  readonly start: number;
  readonly end: number;
}

/** A declared result that leaves no way to end without a value: then the compiler wants every case of a last switch. */
function demandsResult({ returnType }: JudgedFunction, text: string): boolean {
  if (!returnType) return false;
  const { start, end } = returnType.typeAnnotation;
  return !/\b(?:void|undefined|any|unknown|never)\b/.test(text.slice(start, end));
}

/** Starts of the switches that come last in a function with a result, or in its last `try`. */
function lastSwitches(judged: JudgedFunction, text: string): readonly number[] {
  if (!demandsResult(judged, text) || judged.body?.type !== "BlockStatement") return [];
  const last = judged.body.body.at(-1);
  const inner = last?.type === "TryStatement" ? last.block.body.at(-1) : last;
  return inner?.type === "SwitchStatement" ? [inner.start] : [];
}

/** What may follow a switch: the rest in so many words, or the compiler's own look at what is left. */
const closesSwitch = (next: Statement | undefined): boolean =>
  next?.type === "ReturnStatement" ||
  (next?.type === "ExpressionStatement" &&
    next.expression.type === "TSSatisfiesExpression" &&
    next.expression.typeAnnotation.type === "TSNeverKeyword");

/** Beginning of a comment that is a relative clause in place of a sentence, or that leaves out the noun that it is about. */
const RIDDLE = /^[\s*]*(?:What|Whether|How|Where|Who|Whoever|Of|Its|Those|So many|So much|So few|Less|More|One that) /;

/** The faults of one file, each with its line. */
export function faultsOf(file: string, text: string): readonly { readonly fault: Fault; readonly at: string }[] {
  const found: { fault: Fault; at: string }[] = [];
  const add = (fault: Fault, start: number): void => {
    found.push({ fault, at: `${file}:${text.slice(0, start).split("\n").length}` });
  };
  const linesOf = (start: number, end: number): number => text.slice(start, end).split("\n").length;
  if (linesOf(0, text.length) - 1 > MAX_FILE_LINES) add("file", 0);
  const { program, comments } = parseSync(file, text);
  const checked = new Set<number>();
  const judge = (judged: JudgedFunction): void => {
    const { params, start, end } = judged;
    for (const at of lastSwitches(judged, text)) checked.add(at);
    if (linesOf(start, end) > MAX_FUNCTION_LINES) add("function", start);
    if (params.length > MAX_PARAMETERS) add("parameters", start);
    for (const parameter of params) if (isBoolean(parameter)) add("boolean", start);
  };
  new Visitor({
    BlockStatement({ body }) {
      for (const [at, { type, start }] of body.entries())
        if (type === "SwitchStatement" && closesSwitch(body[at + 1])) checked.add(start);
    },
    SwitchStatement({ start }) {
      if (!checked.has(start)) add("unchecked", start);
    },
    FunctionDeclaration: judge,
    FunctionExpression: judge,
    ArrowFunctionExpression: judge,
    SwitchCase({ test, start }) {
      if (test === null) add("default", start);
    },
    VariableDeclarator({ id, start }) {
      if (id.type === "Identifier" && id.name.startsWith("MOST_")) add("most", start);
    },
  }).visit(program);
  for (const { value, start } of comments) if (RIDDLE.test(value)) add("riddle", start);
  return found;
}

if (import.meta.main) {
  const all = sourcesIn(["src", "packages", "web/src"]);
  const inPackages = all.filter(({ file }) => file.startsWith("packages/"));
  const faults = [
    ...all.flatMap(({ file, text }) => faultsOf(file, text)),
    ...doubledNames(inPackages).map(
      ([name, files]) => ({ fault: "name", at: `${name}: ${files.join(", ")}` }) as const,
    ),
  ];
  for (const fault of FAULTS) {
    const places = faults.filter((one) => one.fault === fault);
    const isMore = places.length > LEFT[fault];
    console.log(`style: ${places.length} of at most ${LEFT[fault]}: ${RULES[fault]}`);
    if (!isMore && !process.argv.includes("--list")) continue;
    for (const { at } of places) console.log(`  ${at}`);
    if (isMore) process.exitCode = 1;
  }
  const rooms = Map.groupBy(all, ({ file }) => /^(?:packages\/[^/]+|web|src)/.exec(file)?.[0] ?? file);
  for (const [room, own] of [...rooms].sort()) console.log(`size: ${room}: ${sizeOf(own)}`);
}
