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

/** Recrawls that fail in a row before somebody is told. */
const FAILURES_IN_A_ROW = 3;

const alert = z.object({
  /** The same however often it is queued or sent. */
  id: z.uuid(),
  type: z.enum(ALERT_TYPES),
  site: z.uuid(),
  baseUrl: z.string(),
  at: z.iso.datetime(),
  reason: z.string().optional(),
  /** Before and now. */
  pages: z.tuple([z.int(), z.int()]).optional(),
  /** `failing`, `stale`, `other`: it is well again. */
  resolved: z.literal(true).optional(),
  /** `failing`: the site is crawled well, and the store does not take its text. */
  undelivered: z.literal(true).optional(),
  /** `shrunk`: the old document is kept (RECRAWL_LOSS_LIMIT). */
  kept: z.literal(true).optional(),
  /** `stale`, `other`: what the site itself has, how many versions that is behind, and since when. */
  live: z
    .object({ verdict: z.enum(LIVE_VERDICTS), behind: z.int().optional(), since: z.iso.datetime().optional() })
    .optional(),
  fileUrl: z.string().nullable(),
});

/** `address`: null where it is what the settings say when it is sent; their text may be a secret, and stays out of the queue. */
const receiver = z.object({ channel: z.enum(CHANNELS), address: z.string().nullable() });

export const alertJob = z.object({ id: z.uuid(), alert, to: receiver });

export type Alert = Readonly<z.infer<typeof alert>>;
export type Receiver = Readonly<z.infer<typeof receiver>>;
export type AlertJob = Readonly<z.infer<typeof alertJob>>;

/** Adds alerts to the queue as part of the transaction that writes how a recrawl ended. */
export type QueueAlerts = (jobs: readonly AlertJob[], sql: Sql) => Promise<void>;

/** The settings' alerts. */
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

/** The third failure in a row is told, the others before and after it are not. */
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
  // More than a third of them.
  if (3 * (before - pages) > before) facts.push({ type: "shrunk", pages: counts });
  return facts;
}

/** Told once that a site serves something else than it should, and once that it serves the newest files again. */
function factsOfLook(before: LiveMark | null, live: LiveMark | undefined): readonly AlertFact[] {
  if (live === undefined || live.lost === before?.lost) return [];
  const { verdict, behind, since } = live;
  const seen = { live: { verdict, ...(behind && { behind }), ...(since && { since }) } };
  if (live.lost !== undefined) return [{ type: live.lost, ...seen }];
  return before?.lost === undefined ? [] : [{ type: before.lost, resolved: true, ...seen }];
}

/** Receivers: by the site's own rule if it has one, and by the settings for what that leaves out. */
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

/** One job for each receiver: who has heard of it is not told again because another could not be reached. */
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
    /** Of the recrawl: what is queued twice has one id. */
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

/** A UUID (version 8, RFC 9562, 5.8) that follows from what it names. */
function idOf(parts: readonly string[]): string {
  const hex = sha256(parts.join("\n"));
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
