import { sha256 } from "@llmstxt-service/page/sha256";
import * as z from "zod";
import {
  ALERT_TYPES,
  type AlertChannel,
  type AlertRule,
  type AlertType,
  CHANNELS,
  RECEIVER_FIELDS,
} from "../sites/alert-rule.ts";
import type { RecrawlResult } from "../sites/lease.ts";
import { LIVE_VERDICTS, type LiveMark } from "../sites/live.ts";
import { documentPages } from "../sites/loss.ts";
import type { Sql } from "../sites/run.ts";
import type { Site } from "../sites/site.ts";

/** Failed recrawls in a row at which an alert is sent. */
const FAILURES_IN_A_ROW = 3;

const alert = z.object({
  /** Id of the news: the same however often it is queued or sent. */
  id: z.uuid(),
  type: z.enum(ALERT_TYPES),
  site: z.uuid(),
  baseUrl: z.string(),
  at: z.iso.datetime(),
  reason: z.string().optional(),
  pages: z.tuple([z.int(), z.int()]).optional(),
  /** `failing`, `stale`, `other`: the trouble is over. */
  resolved: z.literal(true).optional(),
  /** `failing`: the site was crawled, but the store does not take its text. */
  undelivered: z.literal(true).optional(),
  /** `shrunk`: the old document is kept (RECRAWL_LOSS_LIMIT). */
  kept: z.literal(true).optional(),
  /** `stale`, `other`: state of the site's own files, versions that they are behind, and time since which they are. */
  live: z
    .object({ verdict: z.enum(LIVE_VERDICTS), behind: z.int().optional(), since: z.iso.datetime().optional() })
    .optional(),
  fileUrl: z.string().nullable(),
});

/**
 * A receiver. `address`: null for the one of the settings at the time of sending; it may hold a secret, so it is not
 * queued.
 */
const receiver = z.object({ channel: z.enum(CHANNELS), address: z.string().nullable() });

export const alertJob = z.object({ id: z.uuid(), alert, to: receiver });

export type Alert = Readonly<z.infer<typeof alert>>;
export type Receiver = Readonly<z.infer<typeof receiver>>;
export type AlertJob = Readonly<z.infer<typeof alertJob>>;

/** Adds alerts to the queue as part of the transaction that writes how a recrawl ended. */
export type QueueAlerts = (jobs: readonly AlertJob[], sql: Sql) => Promise<void>;

export interface AlertSettings {
  readonly on: readonly AlertType[];
  readonly channels: Readonly<Record<AlertChannel, ChannelSettings>>;
}

export interface ChannelSettings {
  /** True if a receiver that a site names can be reached. */
  readonly isOpen: boolean;
  /** Receiver of sites that name none, as it may be shown; null: nobody. */
  readonly otherwise: string | null;
}

/** News about a site, apart from its receivers. */
export type AlertFact = Pick<Alert, "type" | "reason" | "pages" | "resolved" | "kept" | "undelivered" | "live">;

/** News of a failed recrawl: only the third failure in a row makes an alert. */
export const factsOfFailure = ({ failures }: Site, reason: string): readonly AlertFact[] =>
  failures + 1 === FAILURES_IN_A_ROW ? [{ type: "failing", reason }] : [];

export function factsOfResult(
  site: Site,
  { delivery, pages = site.pages, kept, live }: RecrawlResult,
): readonly AlertFact[] {
  const before = documentPages(site);
  const counts: [number, number] = [before, pages];
  const facts: AlertFact[] = [...factsOfLook(site.live, live)];
  if (site.failures >= FAILURES_IN_A_ROW) facts.push({ type: "failing", resolved: true });
  if (kept?.times === 1) facts.push({ type: "shrunk", pages: counts, kept: true });
  if (delivery === undefined || site.latestHash === null) return facts;
  facts.push({ type: "changed", pages: counts });
  // A loss of more than a third of the pages.
  if (3 * (before - pages) > before) facts.push({ type: "shrunk", pages: counts });
  return facts;
}

/** News once when a site begins to serve other files than it should, and once when it serves the newest again. */
function factsOfLook(before: LiveMark | null, live: LiveMark | undefined): readonly AlertFact[] {
  if (live === undefined || live.lost === before?.lost) return [];
  const { verdict, behind, since } = live;
  const seen = { live: { verdict, ...(behind && { behind }), ...(since && { since }) } };
  if (live.lost !== undefined) return [{ type: live.lost, ...seen }];
  return before?.lost === undefined ? [] : [{ type: before.lost, resolved: true, ...seen }];
}

/** Receivers by the site's own rule if it has one, and by the settings for channels that the rule leaves out. */
export function receiversOf(
  { type }: Pick<Alert, "type">,
  rule: AlertRule | null,
  settings: AlertSettings,
): readonly Receiver[] {
  if (!(rule?.on ?? settings.on).includes(type)) return [];
  return RECEIVER_FIELDS.flatMap((field): Receiver[] => {
    const channel = CHANNELS[field];
    const { isOpen, otherwise } = settings.channels[channel];
    const address = rule?.[field] ?? null;
    return (address === null ? otherwise !== null : isOpen) ? [{ channel, address }] : [];
  });
}

/** One job for each receiver, so that a failure at one repeats no alert to another. */
export function alertJobs(
  facts: readonly AlertFact[],
  {
    site,
    at,
    token,
    tell,
  }: {
    readonly site: Site;
    readonly at: Date;
    /** Token of the recrawl. Ids are made from it: an alert that is queued twice has one id. */
    readonly token: string;
    readonly tell: (fact: AlertFact) => readonly Receiver[];
  },
): readonly AlertJob[] {
  return facts.flatMap((fact) => {
    const id = idOf([token, fact.type, String(fact.resolved ?? false)]);
    const { id: siteId, baseUrl, latestUrl } = site;
    const alert = { ...fact, id, site: siteId, baseUrl, at: at.toISOString(), fileUrl: latestUrl || null };
    return tell(fact).map((to) => ({ id: idOf([id, JSON.stringify(to)]), alert, to }));
  });
}

/** UUID (version 8, RFC 9562, 5.8) made from these parts. */
function idOf(parts: readonly string[]): string {
  const hex = sha256(parts.join("\n"));
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
