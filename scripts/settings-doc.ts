// Writes docs/reference/settings.md from the table that reads them, so that the two cannot part.
import { writeFileSync } from "node:fs";
import { settingsList } from "../src/config.ts";

const HEAD = `# Settings

Environment variables, and lines of a \`.env\` file in the folder where the command is started; the environment wins.
They are checked once, at the start: every wrong value is named in one message and the process exits with 2.
An empty value counts as unset, but for \`S3_ACL\`. Secrets (marked \`*\`) are never logged and never returned.
\`true\`, \`1\`, \`yes\`, \`on\` and their opposites are understood where a setting is true or false.

| setting | default | meaning |
|---|---|---|
`;

/** Values and addresses as code, words as words. */
const code = (fallback: string) => (/^\S+$|:\/\//.test(fallback) && fallback !== "none" ? `\`${fallback}\`` : fallback);

/** docs/reference/settings.md, to the letter. */
export function settingsDoc(): string {
  const rows = settingsList().map(
    ({ name, fallback, about, secret }) => `| \`${name}\`${secret ? " \\*" : ""} | ${code(fallback)} | ${about} |\n`,
  );
  return HEAD + rows.join("");
}

if (import.meta.main) writeFileSync("docs/reference/settings.md", settingsDoc());
