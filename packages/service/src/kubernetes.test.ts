import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { parseAllDocuments } from "yaml";
import * as z from "zod";
import { settingsList } from "./settings/config.ts";

const require = createRequire(import.meta.url);
const types = dirname(require.resolve("kubernetes-types/package.json"));

const resource = z.looseObject({ apiVersion: z.string(), kind: z.string() });
type Resource = z.infer<typeof resource>;

const resourcesOf = (file: string): readonly Resource[] =>
  parseAllDocuments(readFileSync(file, "utf8")).map((one) => resource.parse(one.toJS()));

const resources = [...resourcesOf("examples/kubernetes.yaml"), ...resourcesOf("examples/kubernetes-cronjob.yaml")];

/** Path of the types made from Kubernetes' OpenAPI description: of `v1` under `core`. */
const typesOf = ({ apiVersion }: Resource) =>
  join(types, apiVersion === "v1" ? "core/v1" : apiVersion).replaceAll("\\", "/");

/** Resources written down as values of their types. */
const valuesOf = (all: readonly Resource[]): string =>
  all
    .map((one, n) => {
      const type = JSON.stringify(`${typesOf(one)}.d.ts`);
      return `export const value${n}: import(${type}).${one.kind} = ${JSON.stringify(one, null, 1)};`;
    })
    .join("\n");

/** The first of the resources, each time with another mistake. */
const spoilt: readonly Resource[] = [
  ['"readinessProbe"', '"readynessProbe"'],
  ['"containerPort":8000', '"containerPort":"8000"'],
  ['"selector"', '"selectors"'],
].map(([right = "", wrong = ""]) => resource.parse(JSON.parse(JSON.stringify(resources[0]).replace(right, wrong))));

/** The compiler's findings, a line a mistake: a key that the type has not is one, too. */
function objections(): readonly string[] {
  const folder = mkdtempSync(join(tmpdir(), "llmstxt-kubernetes-"));
  try {
    const files = [join(folder, "examples.ts"), join(folder, "spoilt.ts")] as const;
    writeFileSync(files[0], valuesOf(resources));
    writeFileSync(files[1], valuesOf(spoilt));
    const compiler = join(dirname(require.resolve("typescript/package.json")), "bin/tsc");
    const options = ["--noEmit", "--strict", "--ignoreConfig", "--types", "", "--module", "nodenext"];
    const { stdout, stderr } = spawnSync(process.execPath, [compiler, ...options, ...files], { encoding: "utf8" });
    return (stdout + stderr).split("\n").filter((line) => line.includes("error"));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test("the examples are what Kubernetes' own description of its resources allows, and mistakes in them are found", () => {
  const said = objections();
  expect(said.filter((line) => !line.includes("spoilt.ts"))).toEqual([]);
  expect(said).toEqual([
    expect.stringContaining("readynessProbe"),
    expect.stringContaining("'string' is not assignable to type 'number'"),
    expect.stringContaining("selectors"),
  ]);
});

const probe = z.object({ httpGet: z.strictObject({ path: z.enum(["/health", "/ready"]), port: z.string() }) });
const container = z.object({
  args: z.tuple([z.string()]),
  env: z.array(z.strictObject({ name: z.string(), value: z.string() })),
  ports: z.array(z.strictObject({ name: z.string(), containerPort: z.int() })),
  startupProbe: probe,
  livenessProbe: probe,
  readinessProbe: probe,
  resources: z.object({ limits: z.object({ memory: z.string() }) }),
  securityContext: z.object({ readOnlyRootFilesystem: z.literal(true) }),
});
const deployment = z.object({
  kind: z.literal("Deployment"),
  spec: z.object({
    selector: z.object({ matchLabels: z.object({ app: z.string() }) }),
    template: z.object({
      metadata: z.object({ labels: z.object({ app: z.string() }) }),
      spec: z.object({ containers: z.tuple([container]) }),
    }),
  }),
});

test("service and workers have probes on ports they open, limits, and settings that exist", () => {
  const settings = settingsList().map(({ name }) => name);
  const deployments = resources.flatMap((one) => deployment.safeParse(one).data ?? []);
  expect(deployments.map(({ spec }) => spec.template.spec.containers[0].args[0])).toEqual(["serve", "worker"]);
  for (const { spec } of deployments) {
    const { template, selector } = spec;
    expect(template.metadata.labels).toEqual(selector.matchLabels);
    const [{ ports, env, startupProbe, livenessProbe, readinessProbe }] = template.spec.containers;
    for (const { httpGet } of [startupProbe, livenessProbe, readinessProbe])
      expect(ports.map(({ name }) => name)).toContain(httpGet.port);
    for (const { name } of env) expect(settings).toContain(name);
  }
});

test("the CronJob calls the Service by its name and port, with the secret that the service has", () => {
  const [service] = resources.filter(({ kind }) => kind === "Service");
  expect(service).toMatchObject({ metadata: { name: "llmstxt" }, spec: { ports: [{ port: 80 }] } });
  const [job] = resources.filter(({ kind }) => kind === "CronJob");
  const text = JSON.stringify(job);
  expect(text).toContain('{"name":"SERVICE","value":"http://llmstxt"}');
  expect(text).toContain('"secretKeyRef":{"name":"llmstxt","key":"CRON_SECRET"}');
  expect(JSON.stringify(resources[0])).toContain('"envFrom":[{"secretRef":{"name":"llmstxt"}}]');
});
