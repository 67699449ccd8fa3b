// No container engine is needed: the Dockerfile's steps are done in a folder, and what it starts is started from there.
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, chown, cp, link, mkdir, mkdtemp, readFile, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join, relative } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { z } from "zod";
import { PARTS } from "../../packages/crawler/src/parts.ts";
import { settingsList } from "../../packages/service/src/settings/config.ts";
import { type Copy, copyOf, dockerfileStages, environmentOf, type Instruction } from "../servers/dockerfile.ts";

const run = promisify(execFile);
const root = join(import.meta.dirname, "../..");
const inRoot = (file: string) => readFile(join(root, file), "utf8");

/** A user that owns nothing here, where these tests may choose. */
const NOBODY = 65_534;
const stranger = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};

const [build = [], image = []] = dockerfileStages(await inRoot("Dockerfile"));
const of = (stage: readonly Instruction[], name: string) => stage.filter((instruction) => instruction.name === name);

let folder = "";
const inFolder = (name: string) => join(folder, name);

/** The packages a fresh `npm ci` brings are those of this checkout; hard links, where the disks are the same. */
async function npmCi(target: string): Promise<void> {
  const source = join(root, "node_modules");
  await mkdir(target);
  await run("cp", ["-al", `${source}/.`, target]).catch(() =>
    run("cp", ["-a", "--remove-destination", `${source}/.`, target]),
  );
}

async function copyInto(tree: string, { sources, target }: Copy): Promise<void> {
  for (const source of sources) {
    const to = target === "./" ? join(tree, basename(source)) : join(tree, target);
    await cp(join(root, source), to, {
      recursive: true,
      filter: (path) => !["node_modules", "dist"].includes(basename(path)),
    });
  }
}

async function doBuildStage(tree: string): Promise<void> {
  await mkdir(tree);
  for (const instruction of build) {
    if (instruction.name === "COPY") await copyInto(tree, copyOf(instruction));
    if (instruction.name !== "RUN") continue;
    if (instruction.rest === "npm ci --ignore-scripts") await npmCi(join(tree, "node_modules"));
    else await run("sh", ["-c", instruction.rest], { cwd: tree });
  }
}

/** What the image has in /app. */
async function doImageStage(built: string, app: string): Promise<void> {
  await mkdir(app);
  for (const instruction of of(image, "COPY")) {
    const copy = copyOf(instruction);
    if (copy.from === undefined) await copyInto(app, copy);
    else for (const source of copy.sources) await move(join(built, relative("/build", source)), join(app, copy.target));
  }
}

async function move(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true });
  await rename(from, to);
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "llmstxt-container-"));
  await chmod(folder, 0o755);
  await doBuildStage(inFolder("build"));
  await doImageStage(inFolder("build"), inFolder("app"));
  await run("chmod", ["-R", "a-w,a+rX", inFolder("app")]);
  for (const writable of ["data", "tmp"]) {
    await mkdir(inFolder(writable));
    if (stranger.uid !== undefined) await chown(inFolder(writable), NOBODY, NOBODY);
  }
  // Where the Node of this checkout lies, a stranger may not look.
  await link(process.execPath, inFolder("node")).catch(() => cp(process.execPath, inFolder("node")));
}, 240_000);

afterAll(async () => {
  await run("chmod", ["-R", "u+w", folder]);
  await rm(folder, { recursive: true, force: true });
});

test("the image is built from an official Node by steps that all name files of a checkout", async () => {
  const [built, [from] = []] = [build, image];
  expect(from?.rest).toMatch(/^node:24\.[\d.]+-trixie-slim@sha256:[0-9a-f]{64}$/);
  expect(built[0]?.rest).toBe(`--platform=$BUILDPLATFORM ${from?.rest} AS build`);
  // Nothing in it is of one architecture: what the first stage builds is copied to each.
  expect(await inRoot("Dockerfile")).not.toMatch(/amd64|arm64|x86|x64|aarch64/i);
  const { stdout: native } = await run("find", [inFolder("app"), "-name", "*.node", "-o", "-name", "*.so*"]);
  expect(native).toBe("");
  expect(of(image, "USER").map(({ rest }) => rest)).toEqual(["10001:10001"]);
  const allowed = [...(await inRoot(".dockerignore")).matchAll(/^!(.+)$/gm)].map(([, name]) => name);
  const { stdout } = await run("git", ["ls-files"], { cwd: root });
  const kept = stdout.split("\n").map((file) => file.split("/", 1)[0]);
  const copied = [...of(build, "COPY"), ...of(image, "COPY")].map(copyOf).filter(({ from }) => from === undefined);
  const sources = [...new Set(copied.flatMap((copy) => copy.sources))].sort();
  expect(sources).toEqual([...allowed].sort());
  expect(sources.filter((source) => !kept.includes(source))).toEqual([]);
});

test("the image holds every part with all that it needs, no tools and no second browser", async () => {
  const installed = new Set(Object.values(PARTS).flatMap(({ packages }) => Object.keys(packages)));
  installed.delete("@sparticuz/chromium");
  const { stdout } = await run("find", [".", "-name", "package.json", "-path", "*/node_modules/*"], {
    cwd: inFolder("app"),
  });
  const there = stdout.split("\n").flatMap((path) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? []);
  expect([...new Set(there)].sort()).toEqual([...installed].sort());
  for (const name of installed) {
    const manifest = JSON.parse(await readFile(inFolder(`app/node_modules/${name}/package.json`), "utf8"));
    expect(manifest.dependencies ?? {}).toEqual({});
  }
});

interface Started {
  readonly child: ChildProcess;
  readonly url: string;
}

/** The entry point with the image's environment, on a port that is free here. */
async function start(): Promise<Started> {
  const [tini, , node, ...command] = words("ENTRYPOINT");
  expect([tini, node, dirname(command[0] ?? "")]).toEqual(["/usr/bin/tini", "node", "/app/dist"]);
  const args = [...command, ...words("CMD")].map((word) => word.replace(/^\/app/, inFolder("app")));
  const child = spawn(inFolder("node"), args, {
    ...stranger,
    cwd: inFolder("app"),
    env: { ...containerEnvironment(), HOST: "127.0.0.1", PORT: "0" },
    stdio: ["ignore", "ignore", "pipe"],
  });
  const said: string[] = [];
  for await (const line of createInterface(child.stderr)) {
    said.push(line);
    const [, url] = /Listening on (http:[^"\s]+)/.exec(line) ?? [];
    if (url === undefined) continue;
    child.stderr.resume();
    return { child, url };
  }
  throw new Error(`It ended before it listened:\n${said.join("\n")}`);
}

/** What /ready says once the embedded database is open. */
const readiness = (url: string): Promise<unknown> =>
  vi.waitFor(async () => {
    const answer = await (await fetch(`${url}/ready`)).json();
    expect(answer).toMatchObject({ database: "up" });
    return answer;
  }, 60_000);

/** The exec form is a JSON list. */
const words = (name: string) => z.array(z.string()).parse(JSON.parse(of(image, name)[0]?.rest ?? ""));

/** ENV, with the folders of this test for those of the container. */
const containerEnvironment = () => ({
  PATH: process.env.PATH,
  ...environmentOf(image),
  HOME: inFolder("tmp"),
  TMPDIR: inFolder("tmp"),
  DATA_DIR: inFolder("data"),
});

test("the entry point serves from a read-only tree, as a user that owns nothing, and stops when it is told", async () => {
  const { child, url } = await start();
  try {
    expect(await readiness(url)).toEqual({ status: "ready", database: "up" });
    const { rest } = of(image, "HEALTHCHECK")[0] ?? { rest: "" };
    const [, code = ""] = z.array(z.string()).parse(JSON.parse(rest.slice(rest.indexOf("["))).slice(1));
    const check = (port: string) =>
      run(inFolder("node"), ["-e", code], { ...stranger, cwd: inFolder("app"), env: { PORT: port } });
    await check(new URL(url).port);
    await expect(check("9")).rejects.toMatchObject({ code: 1 });
  } finally {
    child.kill("SIGTERM");
    expect(await once(child, "exit")).toEqual([0, null]);
  }
});

test("the image's environment names settings that exist", () => {
  const settings = new Set([...settingsList().map(({ name }) => name), "NODE_ENV", "HOME"]);
  expect(Object.keys(environmentOf(image)).filter((name) => !settings.has(name))).toEqual([]);
});
