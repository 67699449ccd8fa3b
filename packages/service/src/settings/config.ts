import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { CrawlError } from "@llmstxt-service/page/errors";
import { parse } from "dotenv";
import manifest from "../../../../package.json" with { type: "json" };
import { alerts } from "./alerts.ts";
import { browsers } from "./browsers.ts";
import { crawls } from "./crawls.ts";
import { flag } from "./kinds.ts";
import { model } from "./model.ts";
import { observing } from "./observing.ts";
import { recrawls } from "./recrawls.ts";
import { server } from "./server.ts";
import type { Setting } from "./setting.ts";
import { storage } from "./storage.ts";

export const VERSION = manifest.version;

/** All settings. Each field is an environment variable: `maxPagesLimit` is MAX_PAGES_LIMIT. */
const settings = { ...server, ...storage, ...browsers, ...model, ...crawls, ...recrawls, ...alerts, ...observing };

/** Title of each group, for people. */
const GROUPS: readonly (readonly [title: string, fields: object])[] = [
  ["Server and access", server],
  ["Database and files", storage],
  ["Browsers", browsers],
  ["Language model", model],
  ["Crawls and documents", crawls],
  ["Recrawls and workers", recrawls],
  ["Alerts", alerts],
  ["Log", observing],
];

type Settings = typeof settings;
type Field = keyof Settings;

const allSettings = Object.entries(settings) as readonly (readonly [Field, Setting])[];

export type Config = { readonly [Name in Field]: Settings[Name]["fallback"] };

/** A setting as `serve --help` and docs/reference/settings.md show it. */
export interface SettingLine {
  readonly name: string;
  /** Title of the group that it belongs to. */
  readonly group: string;
  /** The default, or in words the effect of leaving it unset. */
  readonly fallback: string;
  readonly about: string;
  readonly secret: boolean;
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads settings from an environment. An empty value counts as unset, except for S3_ACL, RECRAWL_SCHEDULE and ALERT_ON.
 * @throws CrawlError `wrong_settings`, whose message names every wrong setting and no secret's value
 */
export function readConfig(environment: Environment): Config {
  const values: Partial<Record<Field, unknown>> = {};
  const problems: string[] = [];
  for (const [field, { kind, fallback }] of allSettings) {
    const given = givenValue(environment, field);
    if (given === undefined) {
      values[field] = fallback;
      continue;
    }
    const read = kind.safeParse(given);
    if (read.success) values[field] = read.data;
    else problems.push(problem(environment, field, read.error.issues[0]?.message ?? ""));
  }
  problems.push(...problemsOfKeys(values, (field) => givenValue(environment, field) !== undefined));
  problems.push(...problemsOfStruck(environment));
  if (problems.length > 0) throw new CrawlError("wrong_settings", { problems });
  return Object.freeze(values as Config);
}

/** A bucket needs keys, from exactly one source. */
function problemsOfKeys(values: Partial<Record<Field, unknown>>, isGiven: (field: Field) => boolean): string[] {
  if (!isGiven("s3Bucket")) return [];
  const isChain = values.s3Credentials === "chain";
  const why = isChain ? "is not used with S3_CREDENTIALS=chain" : "is needed with S3_BUCKET";
  return S3_KEYS.filter((field) => isGiven(field) === isChain).map((field) => `${variable(field)}: ${why}`);
}

const S3_KEYS: readonly Field[] = ["s3AccessKeyId", "s3SecretAccessKey"];

/** Refuses a setting of earlier versions if it asks for something that no longer exists. */
function problemsOfStruck({ DATABASE_BACKEND: backend }: Environment): string[] {
  if (!backend?.trim() || backend.trim() === "postgres") return [];
  return [`DATABASE_BACKEND: is gone: the database is Postgres, not ${JSON.stringify(backend.trim().slice(0, 100))}`];
}

/**
 * Reads settings from this process's environment, and from `.env` in `folder` for variables that are not set.
 * @throws CrawlError `wrong_settings`
 */
export function loadConfig(folder: string): Config {
  const file = join(folder, ".env");
  return readConfig({ ...(existsSync(file) ? parse(readFileSync(file)) : {}), ...process.env });
}

/** Every setting, in the order of the documentation. */
export function settingsList(): readonly SettingLine[] {
  return allSettings.map(([field, { fallback, about, secret = false, unset }]) => ({
    name: variable(field),
    group: GROUPS.find(([, fields]) => field in fields)?.[0] ?? "",
    fallback: unset ?? (fallback === undefined ? "none" : String(fallback)),
    about,
    secret,
  }));
}

/** Settings whose empty value is not the same as unset. */
const MEANT_EMPTY: readonly Field[] = ["s3Acl", "recrawlSchedule", "alertOn"];

/** `s3AccessKeyId` -> `S3_ACCESS_KEY_ID` */
const variable = (field: Field) => field.replace(/[A-Z]/g, "_$&").toUpperCase();

/** Variables that other programs use, too: they are read and validated only if USE_ENV_PROXY is set. */
const OF_PROXIES: readonly Field[] = ["httpProxy", "httpsProxy", "noProxy"];

function givenValue(environment: Environment, field: Field): string | undefined {
  const name = variable(field);
  if (OF_PROXIES.includes(field)) {
    const use = flag.safeParse(environment.USE_ENV_PROXY?.trim() ?? "");
    if (!use.success || !use.data) return undefined;
    return environment[name]?.trim() || environment[name.toLowerCase()]?.trim() || undefined;
  }
  const value = environment[name]?.trim();
  return value === "" && !MEANT_EMPTY.includes(field) ? undefined : value;
}

/** An address with user info, in any setting: it may hold a password. */
const WITH_PASSWORD = /^[a-z+]+:\/\/[^/]*@/i;

function problem(environment: Environment, field: Field, why: string): string {
  const name = variable(field);
  const value = givenValue(environment, field) ?? "";
  const isSaid = !("secret" in settings[field]) && !WITH_PASSWORD.test(value);
  return `${name}: ${why}${isSaid ? `, not ${JSON.stringify(value.slice(0, 100))}` : ""}`;
}
