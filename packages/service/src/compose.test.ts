import { execFile } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { parse } from "yaml";
import * as z from "zod";
import { signatureProblem } from "../../../test/servers/sigv4.ts";
import { settingsList } from "./settings/config.ts";

const composeFile = z.object({
  configs: z.record(z.string(), z.object({ content: z.string() })),
  services: z.record(
    z.string(),
    z.looseObject({
      build: z.string().optional(),
      image: z.string(),
      entrypoint: z.array(z.string()).default([]),
      command: z.array(z.string()).default([]),
      mem_limit: z.string().optional(),
      ports: z.array(z.string()).default([]),
      environment: z.record(z.string(), z.string()).default({}),
      healthcheck: z.looseObject({}).optional(),
      depends_on: z.record(z.string(), z.object({ condition: z.string() })).default({}),
      deploy: z.object({ replicas: z.number() }).optional(),
    }),
  ),
});

const { services, configs } = composeFile.parse(parse(readFileSync("compose.yaml", "utf8"), { merge: true }));
const { service, worker, store, bucket } = services;
const ours = Object.values(services).filter(({ build }) => build !== undefined);

test("compose.yaml starts the service and two workers with settings that exist, and has no secrets in it", () => {
  const settings = new Map(settingsList().map((setting) => [setting.name, setting]));
  for (const { environment } of ours)
    for (const [name, value] of Object.entries(environment)) {
      expect(settings.has(name), name).toBe(true);
      if (settings.get(name)?.secret && name !== "S3_ACCESS_KEY_ID") expect(value).toMatch(/\$\{[A-Z0-9_]+:\?\}/);
    }
  expect(ours.map(({ command }) => command)).toEqual([["serve"], ["worker"]]);
  expect(worker?.deploy?.replicas).toBe(2);
});

test("the image's own health check serves service and worker: both listen on its PORT", () => {
  const [, port] = /^ {2}PORT=(\d+)/m.exec(readFileSync("Dockerfile", "utf8")) ?? [];
  expect([service?.environment.PORT, worker?.environment.WORKER_PORT]).toEqual([undefined, port]);
  expect(ours.flatMap(({ healthcheck = [] }) => healthcheck)).toEqual([]);
});

test("compose.yaml waits only for services that it has, and by checks that they have", () => {
  for (const { depends_on } of Object.values(services))
    for (const [name, { condition }] of Object.entries(depends_on)) {
      const target = services[name];
      expect(target, name).toBeDefined();
      // The image of ours brings its own check.
      if (condition === "service_healthy") expect(target?.healthcheck ?? target?.build, name).toBeDefined();
    }
});

test("images of others stand with tag and digest, one digest for one image wherever it is named", () => {
  const examples = readFileSync("examples/kubernetes-cronjob.yaml", "utf8") + readFileSync("Dockerfile", "utf8");
  const images = Object.values(services).flatMap(({ build, image }) => (build === undefined ? [image] : []));
  const others = [...examples.matchAll(/^(?:FROM(?: --platform=\S+)?| +image:) (\S+)/gm)].flatMap(
    ([, name = ""]) => name,
  );
  const all = [...images, ...others];
  expect(all.filter((name) => !/^[\w./-]+:v?\d[\w.-]*@sha256:[0-9a-f]{64}$/.test(name))).toEqual([]);
  const named = new Set(all.map((name) => name.split(":", 1)[0]));
  expect(new Set(all).size).toBe(named.size);
});

test("memory is bounded, and of the store only this machine hears", () => {
  expect(Object.entries(services).filter(([, { mem_limit: limit }]) => limit === undefined)).toEqual([]);
  expect(store?.ports).toEqual(["127.0.0.1:9000:7070"]);
  const published = Object.entries(services).flatMap(([name, { ports }]) => (ports.length > 0 ? [name] : []));
  expect(published).toEqual(["service", "store"]);
});

const statement = z.strictObject({
  Effect: z.literal("Allow"),
  Principal: z.union([z.literal("*"), z.strictObject({ AWS: z.tuple([z.string()]) })]),
  Action: z.array(z.string()),
  Resource: z.tuple([z.string()]),
});

test("everybody may read the bucket's texts, and one user do what the service and prune do", () => {
  const content: unknown = JSON.parse(configs["bucket-policy"]?.content ?? "");
  const { Statement } = z.object({ Statement: z.array(statement) }).parse(content);
  const user = { AWS: [service?.environment.S3_ACCESS_KEY_ID] };
  const [texts, all] = [["arn:aws:s3:::llmstxt/*"], ["arn:aws:s3:::llmstxt"]];
  expect(Statement).toEqual([
    { Effect: "Allow", Principal: "*", Action: ["s3:GetObject"], Resource: texts },
    { Effect: "Allow", Principal: user, Action: ["s3:PutObject", "s3:DeleteObject"], Resource: texts },
    { Effect: "Allow", Principal: user, Action: ["s3:ListBucket"], Resource: all },
  ]);
});

/** A store that is new, or has user and bucket; it takes only what its root has signed. */
async function startStore(secretAccessKey: string, isNew: boolean) {
  const asked: string[] = [];
  const refused = isNew ? "PATCH /update-user?access=llmstxt" : "PUT /llmstxt";
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const key = { accessKeyId: "root", secretAccessKey };
    const problem = signatureProblem(request, Buffer.from(body), { key, now: Date.now() });
    const what = `${request.method} ${request.url}`;
    asked.push(`${what} ${problem ?? "signed"} ${body}`.trim());
    response.writeHead(problem !== undefined ? 403 : what === refused ? 409 : 200).end();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  return { asked, port: typeof address === "object" ? address?.port : undefined, close: () => server.close() };
}

/** Does what the container `bucket` does. */
async function makeBucket(secret: string, isNew: boolean): Promise<readonly string[]> {
  const folder = mkdtempSync(join(tmpdir(), "llmstxt-compose-"));
  const at = await startStore(secret, isNew);
  try {
    writeFileSync(join(folder, "policy.json"), "{}");
    const [shell = "", ...options] = bucket?.entrypoint ?? [];
    const script = bucket?.command.join("").replaceAll("$$", "$").replace("/policy.json", `${folder}/policy.json`);
    const environment = {
      STORE: `http://127.0.0.1:${at.port}`,
      STORE_ROOT_PASSWORD: "r00t",
      S3_SECRET_ACCESS_KEY: "5ecret",
    };
    const env = { PATH: process.env.PATH, ...environment };
    await promisify(execFile)(shell, [...options, script ?? ""], { env });
  } finally {
    at.close();
    rmSync(folder, { recursive: true });
  }
  return at.asked;
}

test.skipIf(process.platform === "win32")(
  "the bucket's container makes user, bucket and policy once, and later gives the user its new secret",
  async () => {
    expect(Object.keys(bucket?.environment ?? {})).toEqual(["STORE", "STORE_ROOT_PASSWORD", "S3_SECRET_ACCESS_KEY"]);
    const secret = "PATCH /update-user?access=llmstxt signed <MutableProps><Secret>5ecret</Secret></MutableProps>";
    const user = "<Account><Access>llmstxt</Access><Secret>5ecret</Secret><Role>user</Role></Account>";
    const policy = "PUT /llmstxt?policy= signed {}";
    const made = [secret, `PATCH /create-user signed ${user}`, "PUT /llmstxt signed", policy];
    expect(await makeBucket("r00t", true)).toEqual(made);
    const there = [secret, "PUT /llmstxt signed", "GET /llmstxt?location= signed", policy];
    expect(await makeBucket("r00t", false)).toEqual(there);
    await expect(makeBucket("another", false)).rejects.toMatchObject({ code: 22 });
  },
);
