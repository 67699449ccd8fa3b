import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CrawlError } from "@llmstxt-service/page/errors";
import { expect, test } from "vitest";
import { loadConfig, readConfig, settingsList } from "./config.ts";

function problemsOf(environment: Record<string, string>): readonly string[] {
  try {
    readConfig(environment);
  } catch (error) {
    if (error instanceof CrawlError && "problems" in error.facts) return error.facts.problems;
    throw error;
  }
  return [];
}

test("without any setting the service listens on port 8000, crawls politely and keeps its data in ./data", () => {
  expect(readConfig({})).toMatchObject({
    host: "0.0.0.0",
    port: 8000,
    dataDir: "./data",
    s3Acl: "public-read",
    browserEnabled: true,
    proxyBrowserEnabled: false,
    llmEnhancementEnabled: false,
    maxPagesLimit: 1000,
    crawlTimeoutSeconds: 600,
    crawlConcurrency: 16,
    maxConcurrentCrawls: 16,
    allowPrivateNetworks: false,
    respectRobots: true,
    recrawlConcurrency: 1,
    recrawlBatchLimit: 100,
    adaptiveRecrawl: false,
    logLevel: "info",
  });
  expect(readConfig({}).apiKey).toBeUndefined();
  expect(Object.isFrozen(readConfig({}))).toBe(true);
});

test("due recrawls start every ten minutes; an empty RECRAWL_SCHEDULE switches that off", () => {
  expect(readConfig({}).recrawlSchedule).toBe("*/10 * * * *");
  expect(readConfig({ RECRAWL_SCHEDULE: "" }).recrawlSchedule).toBe("");
  expect(readConfig({ RECRAWL_SCHEDULE: " 0 3 * * * " }).recrawlSchedule).toBe("0 3 * * *");
});

test("DATABASE_BACKEND is gone: any value but postgres is refused in one sentence", () => {
  expect(problemsOf({ DATABASE_BACKEND: "citus" })).toEqual([
    'DATABASE_BACKEND: is gone: the database is Postgres, not "citus"',
  ]);
  expect([problemsOf({ DATABASE_BACKEND: "postgres" }), problemsOf({ DATABASE_BACKEND: "" })]).toEqual([[], []]);
});

test("every wrong value is named in one message", () => {
  const wrong = {
    PORT: "70000",
    MAX_PAGES_LIMIT: "1e3",
    BROWSER_ENABLED: "perhaps",
    DATABASE_URL: "mysql://user:hunter2@db/x",
    CORS_ORIGINS: "https://app.example,app.example",
    RECRAWL_SCHEDULE: "sometimes",
    LOG_LEVEL: "loud",
  };
  expect(problemsOf(wrong).map((problem) => problem.split(":")[0])).toEqual([
    "PORT",
    "CORS_ORIGINS",
    "DATABASE_URL",
    "BROWSER_ENABLED",
    "MAX_PAGES_LIMIT",
    "RECRAWL_SCHEDULE",
    "LOG_LEVEL",
  ]);
  expect(problemsOf({ PORT: "x" })).toEqual(['PORT: must be a whole number from 0 to 65535, not "x"']);
});

test("no secret's value stands in the message", () => {
  const secrets = {
    DATABASE_URL: "mysql://u:hunter2@db/x",
    PROXY_BROWSER_URL: "http://hunter2@p/",
    API_KEY: "hunter2".repeat(500),
  };
  expect(problemsOf(secrets)).toHaveLength(3);
  expect(problemsOf(secrets).join()).not.toContain("hunter2");
});

test("an address of ours, of a store or of a model has no password in it, and the message does not say it again", () => {
  for (const name of ["PUBLIC_URL", "S3_ENDPOINT", "LLM_BASE_URL"])
    expect(problemsOf({ [name]: "https://me:hunter2@x.example/v1" })).toEqual([
      `${name}: must not have a user name or a password in it`,
    ]);
});

test("an empty value counts as unset, but an empty S3_ACL sends none", () => {
  expect(readConfig({ PORT: "", API_KEY: "", S3_ACL: "" })).toMatchObject({ port: 8000, s3Acl: "" });
  expect(readConfig({ API_KEY: " " }).apiKey).toBeUndefined();
});

test("a bucket needs its keys", () => {
  expect(problemsOf({ S3_BUCKET: "b" })).toEqual([
    "S3_ACCESS_KEY_ID: is needed with S3_BUCKET",
    "S3_SECRET_ACCESS_KEY: is needed with S3_BUCKET",
  ]);
  expect(problemsOf({ S3_BUCKET: "b", S3_ACCESS_KEY_ID: "a", S3_SECRET_ACCESS_KEY: "s" })).toEqual([]);
  expect(problemsOf({ S3_BUCKET: "b", S3_CREDENTIALS: "chain" })).toEqual([]);
  expect(problemsOf({ S3_BUCKET: "b", S3_CREDENTIALS: "chain", S3_ACCESS_KEY_ID: "a" })).toEqual([
    "S3_ACCESS_KEY_ID: is not used with S3_CREDENTIALS=chain",
  ]);
});

test("addresses lose their trailing slash, origins theirs", () => {
  const config = readConfig({
    PUBLIC_URL: "https://llms.example/",
    CORS_ORIGINS: "https://a.example/, http://b.example:81",
  });
  expect(config.publicUrl).toBe("https://llms.example");
  expect(config.corsOrigins).toEqual(["https://a.example", "http://b.example:81"]);
});

test("proxies of the environment count only where USE_ENV_PROXY says so, and are not even looked at else", () => {
  const environment = { HTTP_PROXY: "socks5://p.test", https_proxy: "p.test:3128", no_proxy: "a.test" };
  for (const use of [undefined, "false", ""]) {
    const { httpProxy, httpsProxy, noProxy } = readConfig({ ...environment, USE_ENV_PROXY: use });
    expect([httpProxy, httpsProxy, noProxy]).toEqual([undefined, undefined, undefined]);
  }
  const both = { HTTP_PROXY: "http://me:pass@p.test:1", http_proxy: "http://q.test:2", HTTPS_PROXY: "" };
  const config = readConfig({ ...environment, ...both, USE_ENV_PROXY: "true" });
  expect([config.httpProxy, config.httpsProxy, config.noProxy]).toEqual([
    "http://me:pass@p.test:1",
    "http://p.test:3128",
    "a.test",
  ]);
});

test("a proxy that is none is told, and its password is not", () => {
  expect(problemsOf({ USE_ENV_PROXY: "true", http_proxy: "socks5://me:c4n4ry@p.test:1080" })).toEqual([
    "HTTP_PROXY: must be a proxy such as http://proxy.example:3128",
  ]);
});

test("a .env file sets what the environment does not", () => {
  const folder = mkdtempSync(join(tmpdir(), "settings-"));
  writeFileSync(join(folder, ".env"), "MAX_CONCURRENT_CRAWLS=3\nPATH=/nowhere\n");
  expect(loadConfig(folder).maxConcurrentCrawls).toBe(3);
  expect(process.env.MAX_CONCURRENT_CRAWLS).toBeUndefined();
});

test("every setting says what it does, and the secret ones are known", () => {
  const explanations = settingsList().map((setting) => setting.about);
  expect(explanations).not.toContain("");
  expect(new Set(explanations).size).toBe(explanations.length);
  expect(
    settingsList()
      .filter((setting) => setting.secret)
      .map((setting) => setting.name),
  ).toEqual([
    "API_KEY",
    "CRON_SECRET",
    "SECRETS_KEY",
    "DATABASE_URL",
    "S3_ACCESS_KEY_ID",
    "S3_SECRET_ACCESS_KEY",
    "S3_SESSION_TOKEN",
    "PROXY_BROWSER_URL",
    "LLM_API_KEY",
    "HTTP_PROXY",
    "HTTPS_PROXY",
    "ALERT_WEBHOOK_URL",
    "ALERT_WEBHOOK_SECRET",
    "SMTP_URL",
  ]);
});

test("TRUST_PROXY says how many proxies stand in front, or which; that there is one says too little", () => {
  expect(readConfig({}).trustProxy).toBe(0);
  expect(readConfig({ TRUST_PROXY: "2" }).trustProxy).toBe(2);
  expect(readConfig({ TRUST_PROXY: "10.0.0.0/8, 192.0.2.1,2001:db8::/32" }).trustProxy).toEqual([
    "10.0.0.0/8",
    "192.0.2.1",
    "2001:db8::/32",
  ]);
  for (const wrong of ["true", "33", "10.0.0.0/33", "10.0.0.0/8/8", "proxy.example", "10.0.0.1,", "-1"])
    expect(problemsOf({ TRUST_PROXY: wrong })).toEqual([
      expect.stringMatching(/^TRUST_PROXY: must say how many proxies stand in front, such as 1, or their addresses/),
    ]);
});

test("a share is from 0 to 1", () => {
  const share = (value: string) => readConfig({ RECRAWL_LOSS_LIMIT: value }).recrawlLossLimit;
  expect(["0", "1", "0.25", ".5", "1.0"].map(share)).toEqual([0, 1, 0.25, 0.5, 1]);
  for (const wrong of ["2", "-1", "1.5", "1e-3", "half"])
    expect(problemsOf({ RECRAWL_LOSS_LIMIT: wrong })).toHaveLength(1);
});

test("variables of OpenTelemetry are none of ours: its own packages read them", () => {
  const variables = { OTEL_EXPORTER_OTLP_ENDPOINT: "grpc://collector", OTEL_TRACES_SAMPLER_ARG: "many" };
  expect(problemsOf(variables)).toEqual([]);
});

test("a wrong value is told once, in our words, and yes and no may be written as people write them", () => {
  expect(problemsOf({ ALERT_ON: "failing,broken" })).toEqual([
    'ALERT_ON: must be some of failing, changed, shrunk, stale, other, separated by commas, not "failing,broken"',
  ]);
  expect(problemsOf({ PORT: "9".repeat(3000) })).toHaveLength(1);
  expect(problemsOf({ LOG_FORMAT: "xml" })).toEqual(['LOG_FORMAT: must be pretty or json, not "xml"']);
  for (const yes of ["true", "TRUE", "1", "yes", "On", "y", "enabled"])
    expect(readConfig({ RESPECT_ROBOTS: yes, STORE_FULL: yes })).toMatchObject({
      respectRobots: true,
      storeFull: true,
    });
  for (const no of ["false", "0", "no", "OFF", "n", "disabled"])
    expect(readConfig({ RESPECT_ROBOTS: no }).respectRobots).toBe(false);
});

test("the recipient of e-mails is one mailbox without a name", () => {
  for (const mailbox of ["a@b.example", "first.last+tag@x-y.co.uk", "O'Neil@Example.ORG"])
    expect(readConfig({ ALERT_EMAIL: mailbox }).alertEmail).toBe(mailbox);
  const wrong = [
    "a",
    "a@b",
    ".a@b.example",
    "a..b@c.example",
    "a@-b.example",
    "A <a@b.example>",
    "a@b.example,c@d.example",
  ];
  for (const text of [...wrong, `${"a".repeat(300)}@b.example`])
    expect(problemsOf({ ALERT_EMAIL: text }), text).toHaveLength(1);
});
