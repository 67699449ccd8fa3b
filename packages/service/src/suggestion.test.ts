import { expect, test } from "vitest";
import { suggestionFor } from "./suggestion.ts";

const COMMANDS = ["generate", "validate", "diff", "eval", "serve", "worker", "migrate", "sites"];

test.each([
  ["validat", "validate"],
  ["vlaidate", "validate"],
  ["generat", "generate"],
  ["serv", "serve"],
  ["sits", "sites"],
  ["dif", "diff"],
  ["example", undefined],
  ["docs", undefined],
  ["x", undefined],
  ["v".repeat(10_000), undefined],
])("%s is taken for %s", (word, meant) => {
  expect(suggestionFor(word, COMMANDS)).toBe(meant);
});
