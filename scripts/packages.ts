// The packages of this repository: their folders, and which of their files are open to others.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The five packages and every script: npm starts them at the root. */
const ROOT = join(import.meta.dirname, "..");

const SCOPE = "@llmstxt-service/";

export interface Package {
  /** Folder below packages/: `page`. */
  readonly name: string;
  readonly version: string;
  readonly description: string;
  /** Folders of the packages that it may import. */
  readonly packages: readonly string[];
  /** npm packages that it needs, with their exact versions. */
  readonly dependencies: Readonly<Record<string, string>>;
  /** npm packages that a user installs for one of its parts. */
  readonly optional: Readonly<Record<string, string>>;
  /** npm packages that the build bundles, or that only its tests need. */
  readonly devDependencies: Readonly<Record<string, string>>;
  /** Door -> file, both relative to its folder: `./address/globs` -> `./src/address/globs.ts`. */
  readonly doors: Readonly<Record<string, string>>;
}

function readPackage(name: string): Package {
  const text = readFileSync(join(ROOT, "packages", name, "package.json"), "utf8");
  const { version, description, dependencies = {}, exports: doors, ...others } = JSON.parse(text);
  const all = Object.entries<string>(dependencies);
  return {
    name,
    version,
    description,
    packages: all.flatMap(([key]) => (key.startsWith(SCOPE) ? [key.slice(SCOPE.length)] : [])),
    dependencies: Object.fromEntries(all.filter(([key]) => !key.startsWith(SCOPE))),
    optional: others.peerDependencies ?? {},
    devDependencies: others.devDependencies ?? {},
    doors,
  };
}

export const packages: readonly Package[] = readdirSync(join(ROOT, "packages"))
  .filter((name) => existsSync(join(ROOT, "packages", name, "package.json")))
  .map(readPackage);

/** `@llmstxt-service/page/errors` -> `page/src/errors.ts`; undefined where no package opens such a file. */
export function doorFile(specifier: string): string | undefined {
  if (!specifier.startsWith(SCOPE)) return undefined;
  const [name = "", ...path] = specifier.slice(SCOPE.length).split("/");
  const file = packages.find((one) => one.name === name)?.doors[[".", ...path].join("/")];
  return file === undefined ? undefined : `${name}/${file.replace("./", "")}`;
}

/** Every file below packages/ that its package opens to others. */
export const openFiles: ReadonlySet<string> = new Set(
  packages.flatMap(({ name, doors }) => Object.values(doors).map((file) => `${name}/${file.replace("./", "")}`)),
);
