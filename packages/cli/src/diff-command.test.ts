import { expect, test } from "vitest";
import { diffLlmsTxt } from "../../document/src/check/diff.ts";
import { describeDiff } from "./diff-command.ts";

test("the words of another's document move no cursor and hide nothing", () => {
  const document = (title: string) => `# A\n\n> B\n\n## C\n\n- [${title}](https://x.dev/a): text\n`;
  const shown = describeDiff(diffLlmsTxt(document("Old"), document("New\u001b[2J\u202e\u{e0100}")));
  expect(shown).toContain("New [2J");
  expect(shown.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/u);
});
