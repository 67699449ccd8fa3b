import { CrawlError } from "@llmstxt-service/page/errors";
import { alertRule } from "@llmstxt-service/service/alert-choices";
import type { AlertRule } from "@llmstxt-service/service/sites/alert-rule";

export interface AlertFlags {
  readonly alertOn?: readonly string[];
  readonly alertUrl?: string;
  readonly alertEmail?: string;
  /** Nobody is told anything. */
  readonly alertNone?: boolean;
  /** Forgets the rule. */
  readonly alertDefault?: boolean;
}

/**
 * The rule as these flags change it; undefined: they say nothing of it, null: it goes.
 * @throws CrawlError `wrong_usage`
 */
export function changedRule(
  { alertOn: on, alertUrl: url, alertEmail: email, alertNone, alertDefault }: AlertFlags,
  rule: AlertRule | null,
): AlertRule | null | undefined {
  const given = { ...(on && { on }), ...(url && { url }), ...(email && { email }) };
  const isGiven = Object.keys(given).length > 0;
  if ([isGiven, alertNone, alertDefault].filter(Boolean).length > 1)
    throw new CrawlError("wrong_usage", {
      detail: "--alert-on and the like, --alert-none and --alert-default cannot be together",
    });
  if (alertDefault) return null;
  if (alertNone) return { on: [] };
  if (!isGiven) return undefined;
  const parsed = alertRule.safeParse({ ...rule, ...given });
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new CrawlError("wrong_usage", { detail: `--alert-${String(issue?.path[0])} ${issue?.message}` });
}
