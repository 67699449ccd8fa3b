// Prints the changelog's section of a version, as the text of its release: `node scripts/release-notes.ts v0.1.0`.
import { readFileSync } from "node:fs";

const [tag = ""] = process.argv.slice(2);
const { version } = JSON.parse(readFileSync("package.json", "utf8"));
if (tag !== `v${version}`) throw new Error(`The tag ${tag} is not that of package.json, whose version is ${version}`);

const sections = readFileSync("CHANGELOG.md", "utf8").split(/^## /m);
const section = sections.find((one) => one.split(/[\s\n]/, 1)[0] === version);
const [title = "", ...lines] = section?.split("\n") ?? [];
if (!/^\S+ - \d{4}-\d\d-\d\d$/.test(title))
  throw new Error(`CHANGELOG.md has no section with a date for ${version}: "## ${version} - 2026-12-31"`);
process.stdout.write(`${lines.join("\n").trim()}\n`);
