import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openFetching } from "@llmstxt-service/crawler/fetch/open";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type RoleKeys, serveRoleKeys } from "../../../../test/servers/role-keys.ts";
import { type S3Server, startS3 } from "../../../../test/servers/s3.ts";
import { publicBucket } from "./s3.ts";
import { chainKeys } from "./s3-keys.ts";
import { saveText } from "./texts.ts";

const NAME = "x.dev_20261121_055000.txt";
const never = new AbortController().signal;
const HOUR_MS = 3_600_000;

let folder = "";
let lifeMs = HOUR_MS;
let role: RoleKeys;
let store: S3Server;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "llmstxt-keys-"));
  lifeMs = HOUR_MS;
  role = await serveRoleKeys({ lifeMs: () => lifeMs, containerToken: "of the pod" });
  store = await startS3({
    bucket: "texts",
    get key() {
      return role.key;
    },
  });
  // Nothing of the machine these tests run on.
  for (const name of Object.keys(process.env).filter((one) => one.startsWith("AWS_"))) vi.stubEnv(name, undefined);
  environment({
    AWS_SHARED_CREDENTIALS_FILE: join(folder, "credentials"),
    AWS_CONFIG_FILE: join(folder, "config"),
    AWS_EC2_METADATA_DISABLED: "true",
  });
});
afterEach(async () => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
  await Promise.all([role[Symbol.asyncDispose](), store.close()]);
});

function environment(variables: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
}

const instance = () => environment({ AWS_EC2_METADATA_DISABLED: "false", AWS_EC2_METADATA_SERVICE_ENDPOINT: role.url });

const container = () =>
  environment({
    AWS_CONTAINER_CREDENTIALS_FULL_URI: `${role.url}/container`,
    AWS_CONTAINER_AUTHORIZATION_TOKEN: "of the pod",
  });

function webIdentity(): void {
  writeFileSync(join(folder, "token"), "token-of-the-pod");
  environment({
    AWS_WEB_IDENTITY_TOKEN_FILE: join(folder, "token"),
    AWS_ROLE_ARN: "arn:aws:iam::123456789012:role/texts",
    AWS_ENDPOINT_URL_STS: role.url,
    AWS_REGION: "eu-central-1",
  });
}

function profile(): void {
  const { accessKeyId, secretAccessKey, sessionToken } = role.key;
  const keys = [`aws_access_key_id=${accessKeyId}`, `aws_secret_access_key=${secretAccessKey}`];
  writeFileSync(join(folder, "credentials"), ["[texts]", ...keys, `aws_session_token=${sessionToken}`].join("\n"));
  environment({ AWS_PROFILE: "texts" });
}

function variables(): void {
  const { accessKeyId, secretAccessKey, sessionToken = "" } = role.key;
  environment({
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
    AWS_SESSION_TOKEN: sessionToken,
  });
}

const files = () =>
  publicBucket({
    keys: chainKeys("eu-central-1"),
    bucket: "texts",
    endpoint: store.url,
    firstRetryMs: 1,
    timeoutMs: 8_000,
  });

test.each([
  ["the environment", variables],
  ["a profile of the shared file", profile],
  ["a web identity", webIdentity],
  ["the service of a container", container],
  ["the service of an instance, by its second version", instance],
])("a text is stored with keys from %s, and their session token is signed", async (_, given) => {
  given();
  await saveText(files(), { name: NAME, text: "text" }, never);
  expect(store.objects.get(NAME)?.body.toString()).toBe("text");
});

test("keys are asked for once and used until five minutes before they end", async () => {
  instance();
  const there = files();
  await saveText(there, { name: NAME, text: "text" }, never);
  await saveText(there, { name: NAME, text: "text" }, never);
  expect(role.requests.filter((one) => one.endsWith("/role"))).toHaveLength(1);

  container();
  lifeMs = 60_000;
  const soon = files();
  await saveText(soon, { name: NAME, text: "text" }, never);
  await saveText(soon, { name: NAME, text: "text" }, never);
  expect(role.requests.filter((one) => one.endsWith("/container")).length).toBeGreaterThan(1);
});

test.each([
  ["HEAD and PUT", async () => files()],
  [
    "a put alone",
    async () => {
      const there = files();
      await saveText(there, { name: "before.txt", text: "text" }, never);
      return { ...there, putNew: (...told: Parameters<typeof there.put>) => there.put(...told).then(() => true) };
    },
  ],
])("keys that the store says have ended are replaced once, and the request is repeated: %s", async (_, opened) => {
  container();
  const there = await opened();
  await there.has("warm.txt", never);
  role.change();
  await saveText(there, { name: NAME, text: "text" }, never);
  expect(store.objects.get(NAME)?.body.toString()).toBe("text");
  expect(role.requests).toHaveLength(2);
});

test("a role whose new keys are refused too is an error that names the store's reason", async () => {
  container();
  const there = files();
  await there.has("warm.txt", never);
  store.misbehave("HEAD", { status: 400 }, { status: 400 });
  await expect(there.has(NAME, never)).rejects.toThrow(/^HEAD http:\S+: 400$/);
  expect(role.requests).toHaveLength(2);
});

test("without keys anywhere the error says that none were found, and what was not sent", async () => {
  await expect(saveText(files(), { name: NAME, text: "text" }, never)).rejects.toThrow(
    /^HEAD http:\S+: not sent, for want of keys: Could not load credentials from any providers \(after 4 tries\)$/,
  );
});

test("no crawl reaches the services that give the keys", async () => {
  instance();
  await saveText(files(), { name: NAME, text: "text" }, never);
  const { page } = openFetching({ userAgent: "test", browser: { enabled: false } }).forCrawl({
    judge: () => undefined,
    useProxy: false,
  });
  const asked = role.requests.length;
  for (const url of [`${role.url}/latest/api/token`, "http://169.254.169.254/latest/", "http://169.254.170.2/keys"])
    await expect(page({ url }, never)).rejects.toMatchObject({ code: "address_not_allowed" });
  expect(role.requests).toHaveLength(asked);
});
