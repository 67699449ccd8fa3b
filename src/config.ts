import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "dotenv";
import * as z from "zod";
import manifest from "../package.json" with { type: "json" };
import { CRAWL_DEFAULTS } from "./crawl/options.ts";
import { CrawlError } from "./errors.ts";
import { ALERT_TYPES } from "./jobs/alerts.ts";
import { REQUEST_LIMITS } from "./jobs/request.ts";
import { DOCUMENT_BUDGET } from "./llmstxt/limits.ts";
import {
  address,
  cronExpression,
  databaseUrl,
  fieldList,
  flag,
  forwardProxy,
  hookAddress,
  listOf,
  mailbox,
  origins,
  secret,
  share,
  smtpAddress,
  text,
  trustedProxies,
  webAddress,
  wholeNumber,
} from "./setting-kinds.ts";
import { VERSIONS_KEPT } from "./sites/site.ts";

export const VERSION = manifest.version;

interface SettingNote {
  /** What it does, for `serve --help` and docs/reference/settings.md. */
  readonly about: string;
  /** Never logged, never returned. */
  readonly secret?: true;
  /** In words, where the default is no plain value. */
  readonly unset?: string;
}

const notes = z.registry<SettingNote>();

/** Characters; a shorter key could be found by trying. */
const MIN_SECRETS_KEY = 16;

/** Each field is the environment variable of the same name: `maxPagesLimit` is MAX_PAGES_LIMIT. */
const settings = z.object({
  host: text.default("0.0.0.0").register(notes, { about: "Address the server listens on" }),
  port: wholeNumber(0, 65_535).default(8000).register(notes, {
    about: "Port the server listens on; 0 takes a free one, which is logged",
  }),
  publicUrl: webAddress().optional().register(notes, {
    about: "How clients reach this server; base of the URLs of locally kept files",
    unset: "http://localhost:<port>",
  }),
  trustProxy: trustedProxies.default(0).register(notes, {
    about:
      "How many proxies stand in front and add to X-Forwarded-For, or their addresses and networks (`10.0.0.0/8`), separated by commas: whose word on the client's address counts",
    unset: "0: no proxy's",
  }),
  apiKey: secret().register(notes, {
    about: "Key of the API, and secret of its tokens; unset: anyone may crawl",
    secret: true,
  }),
  cronSecret: secret().register(notes, {
    about: "Secret of POST /internal/cron/recrawl; unset: refused",
    secret: true,
  }),
  secretsKey: text.min(MIN_SECRETS_KEY, `must have ${MIN_SECRETS_KEY} characters or more`).optional().register(notes, {
    about: "Seals the header fields of enrolled sites in the database, 16 characters or more; unset: they are not kept",
    secret: true,
  }),
  corsOrigins: origins.default([]).register(notes, {
    about: "Origins whose pages may use this server, separated by commas; `*` for all",
    unset: "none",
  }),
  dataDir: text.default("./data").register(notes, { about: "Folder of the embedded database and the local files" }),
  databaseUrl: databaseUrl.optional().register(notes, {
    about: "postgres://…: any Postgres; none: no database",
    secret: true,
    unset: "embedded Postgres in DATA_DIR",
  }),
  databaseBackend: z
    .enum(["postgres", "yugabytedb", "citus", "cockroachdb"], {
      error: "must be postgres, yugabytedb, citus or cockroachdb",
    })
    .default("postgres")
    .register(notes, { about: "The engine behind DATABASE_URL: `postgres`, `yugabytedb`, `citus` or `cockroachdb`" }),
  s3Bucket: text
    .optional()
    .register(notes, { about: "Bucket of an S3-compatible store", unset: "files stay in DATA_DIR/files" }),
  s3Endpoint: webAddress().optional().register(notes, {
    about: "Endpoint of the store",
    unset: "Amazon's for the region",
  }),
  s3Region: text
    .optional()
    .register(notes, { about: "Region of the store", unset: "what the endpoint says, else us-east-1" }),
  s3AccessKeyId: secret().register(notes, { about: "Access key of the store", secret: true }),
  s3SecretAccessKey: secret().register(notes, { about: "Secret key of the store", secret: true }),
  s3SessionToken: secret().register(notes, {
    about: "Session token of temporary keys; they end when it does, and new ones need a restart",
    secret: true,
  }),
  s3ForcePathStyle: flag.default(true).register(notes, {
    about: "true: `<endpoint>/<bucket>/<file>`; false: `<bucket>.<endpoint>/<file>`",
  }),
  s3Acl: text.default("public-read").register(notes, { about: "ACL sent with each upload; empty sends none (R2)" }),
  publicDomain: text.optional().register(notes, {
    about: "Base of the public URLs of files in the bucket; `https://` is put before a bare name",
    unset: "<endpoint>/<bucket>",
  }),
  storeStable: flag.default(false).register(notes, {
    about: "Whether each text is also kept as `<domain>/llms.txt`, replaced by the next",
  }),
  storeFull: flag.default(false).register(notes, {
    about: "Whether llms-full.txt is kept beside each text, with STORE_STABLE also each page's Markdown",
  }),
  browserEnabled: flag
    .default(true)
    .register(notes, { about: "Whether pages that need it are read in a headless browser" }),
  chromiumPath: text.optional().register(notes, { about: "The browser to use", unset: "found by itself" }),
  proxyBrowserEnabled: flag.default(false).register(notes, {
    about: "Whether a scraping-proxy browser may be used; also what an omitted useProxy means",
  }),
  proxyBrowserUrl: address("ws:", "wss:").optional().register(notes, {
    about: "DevTools endpoint of the scraping-proxy browser",
    secret: true,
  }),
  llmEnhancementEnabled: flag
    .default(false)
    .register(notes, { about: "Whether requests may ask for enhancement by a language model" }),
  llmApiKey: secret().register(notes, { about: "Key of the language model", secret: true }),
  llmBaseUrl: webAddress().default("https://api.openai.com/v1").register(notes, {
    about: "Any OpenAI-compatible chat endpoint",
  }),
  llmModel: text.default("gpt-5-mini").register(notes, { about: "Name of the language model" }),
  llmTimeoutSeconds: wholeNumber(1, 3_600)
    .default(60)
    .register(notes, { about: "Limit of one answer of the language model, in seconds" }),
  llmMaxTokens: wholeNumber(1, 999_999_999).optional().register(notes, {
    about: "Tokens that a crawl's enhancement, or `llmstxt eval --model`, may spend, in and out",
    unset: "enhancement any number; eval asks above 1,000,000, and refuses where nobody can be asked",
  }),
  maxPagesLimit: wholeNumber(1, 100_000)
    .default(REQUEST_LIMITS.maxPages.max)
    .register(notes, { about: "Largest maxPages a request, or the command, may ask for" }),
  documentBudget: wholeNumber(1_000, 10_000_000).default(DOCUMENT_BUDGET).register(notes, {
    about: "Characters of an llms.txt over which its excerpts are shortened",
  }),
  documentTopics: flag.default(false).register(notes, {
    about:
      "Whether each page's own headings stand behind its excerpt, as `Covers: …`, as far as DOCUMENT_BUDGET has room",
  }),
  crawlTimeoutSeconds: wholeNumber(1, 86_400)
    .default(CRAWL_DEFAULTS.timeoutMs / 1000)
    .register(notes, { about: "Limit of one crawl, in seconds" }),
  crawlConcurrency: wholeNumber(1, 256)
    .default(CRAWL_DEFAULTS.concurrency)
    .register(notes, { about: "Most requests in flight to one host" }),
  addressConcurrency: wholeNumber(1, 1_000).default(32).register(notes, {
    about: "Most requests in flight to one address, whatever its names",
  }),
  maxConcurrentCrawls: wholeNumber(1, 1_000).default(16).register(notes, {
    about: "Crawls one process runs at once; further ones wait in order",
  }),
  crawlsKeptDays: wholeNumber(1, 3_650)
    .default(7)
    .register(notes, { about: "How many days a crawl that is over is kept, with its document and its events" }),
  readerThreads: wholeNumber(0, 64).optional().register(notes, {
    about:
      "Threads that read pages and sitemaps and write documents under a time limit; 0 reads in the main thread, without one",
    unset: "a thread for each processor but one; 1 to 8",
  }),
  allowPrivateNetworks: flag.default(false).register(notes, {
    about: "Whether crawls may reach loopback, private and other special-purpose addresses",
  }),
  useEnvProxy: flag.default(false).register(notes, {
    about: "Whether HTTP_PROXY, HTTPS_PROXY and NO_PROXY count, in upper case or lower case",
  }),
  httpProxy: forwardProxy().optional().register(notes, {
    about: "Proxy for http:// addresses, with USE_ENV_PROXY=true: `http://user:password@proxy.example:3128`",
    secret: true,
  }),
  httpsProxy: forwardProxy().optional().register(notes, {
    about: "Proxy for https:// addresses, with USE_ENV_PROXY=true",
    secret: true,
  }),
  noProxy: text.optional().register(notes, {
    about:
      "Hosts that are asked without a proxy, with USE_ENV_PROXY=true: `example.com, 10.0.0.0/8, other.example:8080, *`",
  }),
  respectRobots: flag.default(true).register(notes, { about: "Whether robots.txt is kept to" }),
  userAgent: text
    .regex(/^[\x21-\x7e][\x20-\x7e]*$/, "must be printable ASCII")
    .default(`llmstxt-service/${VERSION} (+https://www.npmjs.com/package/llmstxt-service)`)
    .register(notes, { about: "Sent with every request" }),
  recrawlSchedule: cronExpression.default("*/10 * * * *").register(notes, {
    about: "Cron expression (UTC): the service starts due recrawls by itself; empty: only from outside",
  }),
  recrawlConcurrency: wholeNumber(1, 64).default(1).register(notes, { about: "Sites one worker recrawls at once" }),
  versionsKept: wholeNumber(1, 200).default(VERSIONS_KEPT).register(notes, {
    about: "Texts kept of each enrolled site in the database, the newest included",
  }),
  recrawlBatchLimit: wholeNumber(1, 10_000).default(100).register(notes, { about: "Sites one run selects" }),
  workerPort: wholeNumber(0, 65_535).optional().register(notes, {
    about: "Port on HOST where a worker answers /health, /ready and /metrics; 0 takes a free one, which is logged",
  }),
  adaptiveRecrawl: flag
    .default(false)
    .register(notes, { about: "Whether a site's interval follows how often it changes" }),
  recrawlLossLimit: share.optional().register(notes, {
    about:
      "Share of its pages, such as 0.5, that a site may lose in a recrawl and still get a new document; the third loss in a row is taken",
    unset: "no limit",
  }),
  alertWebhookUrl: hookAddress.optional().register(notes, {
    about: "Where alerts of sites are posted that name no address of their own",
    secret: true,
  }),
  alertWebhookSecret: secret().register(notes, {
    about: "Signs alerts that are posted: X-Signature is `sha256=` and the HMAC of the body",
    secret: true,
  }),
  alertOn: listOf(ALERT_TYPES).default(["failing", "shrunk"]).register(notes, {
    about:
      "What sites alert of that do not say so themselves: some of `failing`, `changed`, `shrunk`, separated by commas; empty: nothing",
    unset: "failing,shrunk",
  }),
  smtpUrl: smtpAddress.optional().register(notes, {
    about: "Mail server for alerts by e-mail: `smtp://user:password@host:587` or smtps://…",
    secret: true,
  }),
  alertEmail: mailbox.optional().register(notes, {
    about: "Who gets the e-mails of sites that name nobody",
  }),
  alertFrom: mailbox.optional().register(notes, {
    about: "Sender of the e-mails",
    unset: "the user of SMTP_URL where that is an address, else llmstxt@ and the host of PUBLIC_URL",
  }),
  otelExporterOtlpEndpoint: webAddress().optional().register(notes, {
    about: "Where traces are sent by OTLP over HTTP (JSON, to `<endpoint>/v1/traces`); unset: none are made",
  }),
  otelExporterOtlpHeaders: fieldList.optional().register(notes, {
    about: "Fields sent with them, such as `api-key=…`, separated by commas, values percent-encoded",
    secret: true,
  }),
  otelServiceName: text.default("llmstxt-service").register(notes, { about: "What traces call this process" }),
  otelTracesSamplerArg: share.default(1).register(notes, { about: "Share of traces that are made, from 0 to 1" }),
  logLevel: z
    .enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"], {
      error: "must be fatal, error, warn, info, debug, trace or silent",
    })
    .default("info")
    .register(notes, { about: "Least serious message the server logs" }),
  logFormat: z.enum(["pretty", "json"], { error: "must be pretty or json" }).optional().register(notes, {
    about: "How the server logs",
    unset: "pretty on a terminal, json otherwise",
  }),
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
  const parsed = settings.safeParse(Object.fromEntries(values));
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
