import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { settingsList } from "./settings/config.ts";

const settings = new Set(settingsList().map(({ name }) => name));

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
