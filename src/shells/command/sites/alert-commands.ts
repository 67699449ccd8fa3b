import type { Config } from "../../../config.ts";
import { CrawlError } from "../../../errors.ts";
import type { AlertRule } from "../../../sites/alert-rule.ts";
import { tagOf } from "../../../sites/tags.ts";
import { alertRule } from "../../alert-choices.ts";
import { printable } from "../../printable.ts";
import { withSites } from "./with-sites.ts";

/** The same for a site and for a tag. */
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

/** Says who is told of the sites with a tag, or, without flags, of all tags that say so. */
export async function tagAlerts(
  config: Config,
  { tag: given, flags }: { readonly tag: string | undefined; readonly flags: AlertFlags },
  print: (line: string) => void,
): Promise<void> {
  const tag = given === undefined ? undefined : tagOf(given);
  if (given !== undefined && tag === undefined) throw new CrawlError("wrong_usage", { detail: `${given} is no tag` });
  await withSites(config, async ({ sites }) => {
    const rules = await sites.tagRules(tag === undefined ? undefined : [tag]);
    const changed = changedRule(flags, rules[0] ?? null);
    if (changed === undefined) {
      for (const { tag: name, ...rule } of rules) print(printable(`${name}: ${JSON.stringify(rule)}`));
      return;
    }
    if (tag === undefined) throw new CrawlError("wrong_usage", { detail: "A change needs a tag" });
    await sites.setTagRule(tag, changed);
    print(`Changed the alerts of ${tag}`);
  });
}
