import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { newSecret, webhookCurl } from "./webhook.ts";

/** Arguments that curl would get: the shell takes the command apart, a function in curl's place shows its last argument. */
function sentBy(command: string): unknown {
  const script = `curl() { for last; do :; done; printf %s "$last"; }\n${command}`;
  return JSON.parse(execFileSync("sh", ["-c", script], { env: { WEBHOOK_SECRET: "whs_x" }, encoding: "utf8" }));
}

test("the command sends the site and, where one is set, the secret from the environment", () => {
  const site = { baseUrl: "https://x.dev/it's", webhookSecretSetAt: null };
  expect(sentBy(webhookCurl(site, "https://llms.example/"))).toEqual({ base_url: "https://x.dev/it's" });
  expect(sentBy(webhookCurl({ ...site, webhookSecretSetAt: "2026-11-21" }, "https://llms.example"))).toEqual({
    base_url: "https://x.dev/it's",
    webhook_secret: "whs_x",
  });
});

test("a secret is whs_ and 24 letters or digits, and never the same twice", () => {
  const made = Array.from({ length: 200 }, newSecret);
  for (const secret of made) expect(secret).toMatch(/^whs_[0-9A-Za-z]{24}$/);
  expect(new Set(made).size).toBe(200);
});
