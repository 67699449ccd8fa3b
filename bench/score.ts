// The score beside what people expect.
//   npm run bench:score               fits the weights of the five parts to documents damaged in known ways
//   npm run bench:score -- FOLDER     and compares the score with expectations of 48 documents (score/expected.tsv), which
//                                     lie in FOLDER under their names: they are other people's and no part of the repository
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseLlmsTxt, type Validation, validateLlmsTxt } from "../packages/document/src/check/check.ts";
import { WEIGHTS } from "../packages/document/src/check/score.ts";
import type { LlmsTxt } from "../packages/document/src/document.ts";
import { PARTS, type QualityPart } from "../packages/document/src/quality.ts";
import { judge, keepResult, table } from "./results.ts";
import { type Damaged, damaged } from "./score/damage.ts";

/** The rank agreement that the specification asks for. */
const LEAST_AGREEMENT = 0.6;

const EXAMPLES = join(import.meta.dirname, "../docs/examples");

interface Judged {
  readonly name: string;
  readonly expected: number;
  readonly parts: Validation["parts"];
  readonly score: number;
}

const validated = ({ name, text, expected }: Damaged): Judged => {
  const { parts, score } = validateLlmsTxt(text);
  return { name, expected, parts, score };
};

function exampleOf(file: string): LlmsTxt {
  const { name, summary, details, sections } = parseLlmsTxt(readFileSync(join(EXAMPLES, file), "utf8"));
  return { name, ...(summary !== undefined && { summary }), metadata: details[0]?.text ?? "", sections };
}

const fitted: readonly Judged[] = readdirSync(EXAMPLES)
  .filter((file) => file.endsWith(".llms.txt"))
  .flatMap((file) => damaged(exampleOf(file)).map(validated));

type Weights = Readonly<Record<QualityPart, number>>;

const scored = (parts: Judged["parts"], weights: Weights): number =>
  PARTS.reduce((score, part) => score * Math.max(parts[part], 0.5) ** weights[part] * 100 ** -weights[part], 100);

const error = (weights: Weights): number =>
  fitted.reduce((sum, { parts, expected }) => sum + (scored(parts, weights) - expected) ** 2, 0) / fitted.length;

/** Least squares by descent along each weight in turn, in steps of 0.05 from 0.1 to 3. */
function fitWeights(): Weights {
  let weights: Weights = { findable: 1, selection: 1, titles: 1, sections: 1, links: 1 };
  const steps = Array.from({ length: 59 }, (_, n) => (n + 2) / 20);
  for (let round = 0; round < 20; round++)
    for (const part of PARTS) {
      const best = steps.reduce(
        (least, weight) => {
          const made = error({ ...weights, [part]: weight });
          return made < least.made ? { weight, made } : least;
        },
        { weight: weights[part], made: error(weights) },
      );
      weights = { ...weights, [part]: best.weight };
    }
  return weights;
}

/** Spearman's rank correlation; equal values share the mean of their ranks. */
function agreement(pairs: readonly { readonly expected: number; readonly score: number }[]): number {
  const ranks = (values: readonly number[]) =>
    values.map(
      (value) => values.filter((one) => one < value).length + values.filter((one) => one === value).length / 2,
    );
  const [x, y] = [ranks(pairs.map(({ expected }) => expected)), ranks(pairs.map(({ score }) => score))];
  const mean = (values: readonly number[]) => values.reduce((sum, one) => sum + one, 0) / values.length;
  const [mx, my] = [mean(x), mean(y)];
  const product = (a: readonly number[], ma: number, b: readonly number[], mb: number) =>
    a.reduce((sum, one, index) => sum + (one - ma) * ((b[index] ?? 0) - mb), 0);
  return product(x, mx, y, my) / Math.sqrt(product(x, mx, x, mx) * product(y, my, y, my));
}

function expectedIn(folder: string): readonly Judged[] {
  const lines = readFileSync(join(import.meta.dirname, "score/expected.tsv"), "utf8").split("\n");
  return lines.flatMap((line) => {
    const [name = "", expected] = line.split("\t");
    const file = join(folder, `${name}.txt`);
    if (line.startsWith("#") || !Number(expected) || !existsSync(file)) return [];
    return [validated({ name, text: readFileSync(file, "utf8"), expected: Number(expected) })];
  });
}

const rowOf = ({ name, expected, score, parts }: Judged) => [
  name,
  String(expected),
  String(score),
  ...PARTS.map((part) => String(parts[part])),
];

const best = fitWeights();
const weightsOf = (weights: Weights) => PARTS.map((part) => `${part} ${weights[part]}`).join(", ");
const byDamage = [...Map.groupBy(fitted, ({ name }) => name)].map(([name, own]) => {
  const mean = (of: (one: Judged) => number) => Math.round(own.reduce((sum, one) => sum + of(one), 0) / own.length);
  return [
    name,
    String(mean(({ expected }) => expected)),
    String(mean(({ score }) => score)),
    ...PARTS.map((part) => String(mean(({ parts }) => parts[part]))),
  ];
});
const head = ["", "expected", "score", ...PARTS];
const [folder] = process.argv.slice(2).filter((argument) => !argument.startsWith("-"));
const seen = folder === undefined ? [] : expectedIn(folder);
const seenText =
  seen.length === 0
    ? ""
    : `\n\n${seen.length} documents with expectations written beforehand: rank agreement ${agreement(seen).toFixed(2)} (Spearman).\n\n${table(
        head,
        seen.toSorted((a, b) => b.expected - a.expected).map(rowOf),
      )}`;
keepResult(
  "npm run bench:score",
  `${fitted.length} damaged documents: rank agreement ${agreement(fitted).toFixed(2)} (Spearman), mean error ${Math.sqrt(error(WEIGHTS)).toFixed(1)} points. Fitted weights: ${weightsOf(best)}; in use: ${weightsOf(WEIGHTS)}.

${table(head, byDamage)}${seenText}`,
);
judge({
  "the weights in use are the fitted ones": PARTS.every((part) => Math.abs(best[part] - WEIGHTS[part]) < 0.051),
  [`rank agreement with people at least ${LEAST_AGREEMENT}`]: seen.length === 0 || agreement(seen) >= LEAST_AGREEMENT,
});
