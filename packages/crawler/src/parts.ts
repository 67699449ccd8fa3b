// Large packages that most runs do not need. A checkout and the container image have them; the installed command lacks them
// until `llmstxt add` installs them beside it.
import { createRequire } from "node:module";

export const PARTS = {
  browser: {
    use: "read pages that are empty without JavaScript, 82 MB",
    /** The second is a Chromium for Linux on x64, which npm unpacks there alone. */
    packages: { "playwright-core": "1.65.1", "@sparticuz/chromium": "153.0.0" },
  },
  database: {
    use: "serve and recrawl sites without a Postgres of your own, 27 MB",
    packages: { "@electric-sql/pglite": "0.5.16" },
  },
} as const satisfies Readonly<Record<string, { use: string; packages: Readonly<Record<string, string>> }>>;

export type Part = keyof typeof PARTS;

/** Undefined if the part is installed, else what installs it. */
export function missingPart(part: Part): string | undefined {
  const [name = ""] = Object.keys(PARTS[part].packages);
  try {
    createRequire(import.meta.url).resolve(name);
    return undefined;
  } catch {
    // `resolve` throws only for a package that is not installed.
    return `the ${part} is not installed: \`llmstxt add ${part}\` installs it`;
  }
}
