// Writes docs/reference/settings.md from the table that reads them, so that the two cannot part.
import { writeFileSync } from "node:fs";
import { type SettingLine, settingsList } from "../packages/service/src/settings/config.ts";

const HEAD = `# Settings

Set them as environment variables, or as lines \`NAME=value\` of a file \`.env\` in the folder where the program starts. If
both set a value, the environment variable is used.

- Settings are checked once, at the start. If values are wrong, one message names them all, and the process exits with 2.
- An empty value counts as unset, except for \`S3_ACL\`, \`RECRAWL_SCHEDULE\` and \`ALERT_ON\`.
- For true or false write \`true\`, \`1\`, \`yes\` or \`on\`, or \`false\`, \`0\`, \`no\` or \`off\`.
- Secrets (marked \`*\`) are never logged and never returned.
`;

const TABLE = "| setting | default | meaning |\n|---|---|---|\n";

/** Values and addresses as code, words as words. */
const code = (fallback: string) =>
  /^\S+$|:\/\/|\*/.test(fallback) && fallback !== "none" ? `\`${fallback}\`` : fallback;

/** docs/reference/settings.md, to the letter. */
export function settingsDoc(): string {
  const groups = Map.groupBy(settingsList(), ({ group }) => group);
  return (
    HEAD + [...groups].map(([title, settings]) => `\n## ${title}\n\n${TABLE}${settings.map(row).join("")}`).join("")
  );
}

const row = ({ name, fallback, about, secret }: SettingLine): string =>
  `| \`${name}\`${secret ? " \\*" : ""} | ${code(fallback)} | ${about} |\n`;

if (import.meta.main) writeFileSync("docs/reference/settings.md", settingsDoc());
