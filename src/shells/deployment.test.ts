import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parseAllDocuments } from "yaml";
import * as z from "zod";
import { settingsList } from "../config.ts";

const settings = new Set(settingsList().map(({ name }) => name));

const probe = z.object({
  httpGet: z.strictObject({ path: z.enum(["/health", "/ready"]), port: z.string() }),
  periodSeconds: z.int(),
});
const container = z.object({
  args: z.tuple([z.enum(["serve", "worker"])]),
  env: z.array(z.strictObject({ name: z.string(), value: z.string() })),
  ports: z.array(z.strictObject({ name: z.string(), containerPort: z.int() })),
  startupProbe: probe,
  livenessProbe: probe,
  readinessProbe: probe,
  resources: z.object({ limits: z.object({ memory: z.string() }) }),
  securityContext: z.object({ readOnlyRootFilesystem: z.literal(true) }),
});
const deployment = z.object({
  apiVersion: z.literal("apps/v1"),
  kind: z.literal("Deployment"),
  spec: z.object({
    selector: z.object({ matchLabels: z.object({ app: z.string() }) }),
    template: z.object({
      metadata: z.object({ labels: z.object({ app: z.string() }) }),
      spec: z.object({ containers: z.tuple([container]), terminationGracePeriodSeconds: z.int() }),
    }),
  }),
});

test("the Kubernetes example runs service and workers with probes on ports they open, limits, and settings that exist", () => {
  const documents: readonly unknown[] = parseAllDocuments(readFileSync("examples/kubernetes.yaml", "utf8")).map((one) =>
    one.toJS(),
  );
  const deployments = documents.flatMap((one) => deployment.safeParse(one).data ?? []);
  expect(deployments.map(({ spec }) => spec.template.spec.containers[0].args[0])).toEqual(["serve", "worker"]);
  for (const { spec } of deployments) {
    const { template, selector } = spec;
    expect(template.metadata.labels).toEqual(selector.matchLabels);
    const [{ ports, env, startupProbe, livenessProbe, readinessProbe }] = template.spec.containers;
    for (const { httpGet } of [startupProbe, livenessProbe, readinessProbe])
      expect(ports.map(({ name }) => name)).toContain(httpGet.port);
    for (const { name } of env) expect([...settings]).toContain(name);
  }
});

test.each(["llmstxt.service", "llmstxt-worker@.service"])(
  "examples/systemd/%s sets settings that exist and bounds memory",
  (file) => {
    const text = readFileSync(`examples/systemd/${file}`, "utf8");
    const names = [...text.matchAll(/^Environment=(.+)$/gm)].flatMap(([, line = ""]) =>
      line.split(" ").map((one) => one.split("=")[0]),
    );
    for (const name of names) expect([...settings, "HOME"]).toContain(name);
    expect(text).toMatch(/^MemoryMax=/m);
    expect(text).toMatch(/^Restart=always$/m);
    expect(text).toMatch(/^TimeoutStopSec=\d+$/m);
  },
);
