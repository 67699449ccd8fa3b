import { CrawlError } from "@llmstxt-service/page/errors";
import type { AlertRule, ReceiverField } from "@llmstxt-service/service/sites/alert-rule";
import type { Command } from "commander";

export interface AlertFlags extends Partial<Readonly<Record<`alert${Capitalize<ReceiverField>}`, string>>> {
  readonly alertOn?: readonly string[];
  /** True if no alerts are sent for the site. */
  readonly alertNone?: boolean;
  /** True if the site's own rule is removed. */
  readonly alertDefault?: boolean;
}

export const withAlertFlags = (command: Command): Command =>
  command
    .option("--alert-on <types...>", "alerts to send: failing, changed, shrunk, stale, other")
    .option("--alert-url <url>", "address to which alerts are posted")
    .option("--alert-email <address>", "recipient of alerts by e-mail")
    .option("--alert-none", "send no alerts")
    .option("--alert-default", "alert as the settings say");

const givenIn = ({ alertOn, alertUrl, alertEmail }: AlertFlags) =>
  ({ on: alertOn, url: alertUrl, email: alertEmail }) satisfies Readonly<Record<keyof AlertRule, unknown>>;

/**
 * The rule after these flags; undefined: they do not change it, null: it is removed.
 * @throws CrawlError `wrong_usage`
 */
export async function changedRule(flags: AlertFlags, rule: AlertRule | null): Promise<AlertRule | null | undefined> {
  const { alertNone, alertDefault } = flags;
  const given = Object.fromEntries(Object.entries(givenIn(flags)).filter(([, value]) => value !== undefined));
  const isGiven = Object.keys(given).length > 0;
  if ([isGiven, alertNone, alertDefault].filter(Boolean).length > 1)
    throw new CrawlError("wrong_usage", {
      detail: "--alert-on and the like, --alert-none and --alert-default cannot be together",
    });
  if (alertDefault) return null;
  if (!isGiven && !alertNone) return undefined;
  const { alertRule } = await import("@llmstxt-service/service/sites/alert-rule");
  const parsed = alertRule.safeParse(alertNone ? { on: [] } : { ...rule, ...given });
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new CrawlError("wrong_usage", { detail: `--alert-${String(issue?.path[0])} ${issue?.message}` });
}
