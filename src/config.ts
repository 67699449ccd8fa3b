import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "dotenv";
import * as z from "zod";
import manifest from "../package.json" with { type: "json" };
import { CrawlError } from "./errors.ts";
import { alerts } from "./settings/alerts.ts";
import { browsers } from "./settings/browsers.ts";
import { crawls } from "./settings/crawls.ts";
import { flag } from "./settings/kinds.ts";
import { model } from "./settings/model.ts";
import { notes } from "./settings/notes.ts";
import { observing } from "./settings/observing.ts";
import { recrawls } from "./settings/recrawls.ts";
import { server } from "./settings/server.ts";
import { storage } from "./settings/storage.ts";

export const VERSION = manifest.version;

/** Each field is the environment variable of the same name: `maxPagesLimit` is MAX_PAGES_LIMIT. */
const settings = z.object({
  ...server,
  ...storage,
  ...browsers,
  ...model,
  ...crawls,
  ...recrawls,
  ...alerts,
  ...observing,
});

export type Config = Readonly<z.output<typeof settings>>;

/** What `serve --help` and docs/reference/settings.md say about a setting. */
export interface Setting {
  readonly name: string;
  /** The default, or in words what happens without a value. */
  readonly fallback: string;
  readonly about: string;
  readonly secret: boolean;
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The settings of an environment. An empty value counts as unset, but for S3_ACL, RECRAWL_SCHEDULE and ALERT_ON.
 * @throws CrawlError `wrong_settings`, whose message names every one of them and no secret's value
 */
export function readConfig(environment: Environment): Config {
  const values = Object.keys(settings.shape).map((field) => [field, givenValue(environment, field)] as const);
  // Used once: compiling a parser for it takes longer.
  const parsed = settings.safeParse(Object.fromEntries(values), { jitless: true });
  const problems =
    parsed.error?.issues.map(({ path, message }) => problem(environment, String(path[0]), message)) ?? [];
  const missing = ["s3AccessKeyId", "s3SecretAccessKey"].filter(
    (field) => givenValue(environment, field) === undefined,
  );
  if (givenValue(environment, "s3Bucket") !== undefined)
    problems.push(...missing.map((field) => `${variable(field)}: is needed with S3_BUCKET`));
  if (!parsed.success || problems.length > 0) throw new CrawlError("wrong_settings", { problems });
  return Object.freeze(parsed.data);
}

/** The same from this process's environment, and `.env` of `folder` for what is not set there. @throws CrawlError `wrong_settings` */
export function loadConfig(folder: string): Config {
  const file = join(folder, ".env");
  return readConfig({ ...(existsSync(file) ? parse(readFileSync(file)) : {}), ...process.env });
}

/** Every setting, in the order they are explained. */
export function settingsList(): readonly Setting[] {
  return Object.entries(settings.shape).map(([field, schema]) => {
    const note = notes.get(schema);
    const fallback: unknown = schema.safeParse(undefined).data;
    return {
      name: variable(field),
      fallback: note?.unset ?? (fallback === undefined ? "none" : String(fallback)),
      about: note?.about ?? "",
      secret: note?.secret ?? false,
    };
  });
}

/** Settings of which an empty value says something. */
const MEANT_EMPTY: readonly string[] = ["s3Acl", "recrawlSchedule", "alertOn"];

/** `s3AccessKeyId` -> `S3_ACCESS_KEY_ID` */
const variable = (field: string) => field.replace(/[A-Z]/g, "_$&").toUpperCase();

/** Other programs' settings, too: what they hold counts, and is looked at, only where USE_ENV_PROXY says so. */
const OF_PROXIES: readonly string[] = ["httpProxy", "httpsProxy", "noProxy"];

function givenValue(environment: Environment, field: string): string | undefined {
  const name = variable(field);
  if (OF_PROXIES.includes(field)) {
    if (flag.safeParse(environment.USE_ENV_PROXY?.trim()).data !== true) return undefined;
    return environment[name]?.trim() || environment[name.toLowerCase()]?.trim() || undefined;
  }
  const value = environment[name]?.trim();
  return value === "" && !MEANT_EMPTY.includes(field) ? undefined : value;
}

/** An address with user info, whatever setting it was written into. */
const WITH_PASSWORD = /^[a-z+]+:\/\/[^/]*@/i;

function problem(environment: Environment, field: string, why: string): string {
  const name = variable(field);
  const value = givenValue(environment, field) ?? "";
  const isSecret = settingsList().some((setting) => setting.name === name && setting.secret);
  const isSaid = !isSecret && !WITH_PASSWORD.test(value);
  return `${name}: ${why}${isSaid ? `, not ${JSON.stringify(value.slice(0, 100))}` : ""}`;
}
