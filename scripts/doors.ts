// The packages of this repository and their public files: the `exports` of their package.json.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const PACKAGES = join(import.meta.dirname, "../packages");
const SCOPE = "@llmstxt-service/";

const doors = new Map<string, string>();
for (const name of readdirSync(PACKAGES)) {
  const { exports } = JSON.parse(readFileSync(join(PACKAGES, name, "package.json"), "utf8"));
  for (const [door, file] of Object.entries<string>(exports))
    doors.set(SCOPE + join(name, door).replace(/\/$/, ""), join(name, file));
}

/** `@llmstxt-service/page/errors` -> `page/src/errors.ts`; undefined if no package exports it. */
export const doorFile = (specifier: string): string | undefined => doors.get(specifier);
