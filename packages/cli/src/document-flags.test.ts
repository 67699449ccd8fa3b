import { documentOptionsOf } from "@llmstxt-service/document/document-options";
import { Command } from "commander";
import { expect, test } from "vitest";
import { documentFlags, plainFlags } from "./document-flags.ts";

function chosenBy(subject: "crawl" | "site", ...typed: readonly string[]) {
  const command = new Command().exitOverride().configureOutput({ writeErr: () => {} });
  for (const flag of documentFlags(subject)) command.addOption(flag);
  return command.parse([...typed], { from: "user" }).opts();
}

test("a crawl has every number of a document; what is on or off is left to the settings unless it is typed", () => {
  expect(chosenBy("crawl")).toEqual({ descLength: 500 });
  expect(chosenBy("crawl", "--topics", "--desc-length", "200")).toEqual({ descLength: 200, topics: true });
  expect(chosenBy("crawl", "--no-topics")).toEqual({ descLength: 500, topics: false });
  expect(chosenBy("crawl", "--publish-noindex")).toEqual({ descLength: 500, publishNoindex: true });
  expect(() => chosenBy("crawl", "--desc-length", "99")).toThrow("must be between 100 and 2000");
});

test("a site keeps what is not typed, and takes back what was", () => {
  expect(chosenBy("site")).toEqual({});
  expect(chosenBy("site", "--no-topics")).toEqual({ topics: false });
});

test("a document's options are picked out of all else, and no others", () => {
  const request = { descLength: 200, topics: false, url: "https://x.dev/", constructor: 1 };
  expect(documentOptionsOf(request)).toEqual({ descLength: 200, topics: false });
  expect(documentOptionsOf({ descLength: 200, topics: undefined })).toEqual({ descLength: 200 });
});

test("`--topics=false` is `--no-topics`, and other arguments stay as they are", () => {
  expect(plainFlags(["--topics=false", "--topics=true", "--publish-noindex=false"])).toEqual([
    "--no-topics",
    "--topics",
    "--no-publish-noindex",
  ]);
  const others = ["https://x.dev/?--topics=false", "--topics", "--topics=maybe", "--json=false"];
  expect(plainFlags(others)).toEqual(others);
});
