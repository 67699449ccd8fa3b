// Types of the tables in schema.sql.
import type { Overlay } from "@llmstxt-service/document/overlay";
import type { ColumnType, Generated, GeneratedAlways, Kysely, Selectable } from "kysely";
import type { CrawlRequest } from "./request.ts";
import type { CrawlItem, Failure, Progress, StreamMessage, Summary } from "./shapes.ts";

/** A column of JSON; it is written with `json()`. */
export type Json<Value> = ColumnType<Value, string | null, string | null>;

/** JSON for a column: Postgres refuses NUL characters and lone surrogates, which untrusted texts may contain. */
export const json = (value: unknown): string =>
  JSON.stringify(value, (_, part) => (typeof part === "string" ? part.toWellFormed().replaceAll("\0", "") : part));

/** A time in the REST interface. */
export const iso = (at: Date | null) => at?.toISOString() ?? null;

/** A row for writing: its objects are JSON columns. */
export const encoded = <Row>(row: object): Row => {
  const isJson = (value: unknown) =>
    typeof value === "object" && value !== null && !(value instanceof Date || value instanceof Uint8Array);
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, isJson(value) ? json(value) : value]),
  ) as Row;
};

/** Fields of a request beyond the specification's columns; `url`: the address as typed. */
export type SiteOptions = Partial<
  Pick<CrawlRequest, "url" | "llmEnhance" | "useProxy" | "include" | "exclude" | "scope" | "language">
>;

export interface Tables {
  crawl_sites: {
    id: Generated<string>;
    base_url: string;
    max_pages: Generated<number>;
    desc_length: Generated<number>;
    recrawl_interval_minutes: Generated<number>;
    last_crawled_at: Date | null;
    last_changed_at: Date | null;
    next_crawl_at: Date | null;
    latest_llms_hash: string | null;
    latest_llms_url: string | null;
    sentinel_url: string | null;
    sentinel_last_modified: Date | null;
    avg_change_interval_minutes: number | null;
    webhook_secret: string | null;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
    host: GeneratedAlways<string>;
    options: ColumnType<SiteOptions, string | undefined, string>;
    overlay: Json<Overlay | null>;
    alerts: Generated<boolean>;
    failures: Generated<number>;
    failure: Json<Failure | null>;
    pages: number | null;
    summary: Json<Summary | null>;
    progress: Json<Progress | null>;
    job_id: string | null;
    generated_at: Date | null;
    plain_hash: string | null;
    base_text: string | null;
    latest_text: string | null;
    is_enhanced: Generated<boolean>;
    unstored_since: Date | null;
    memory: Uint8Array | null;
  };
  recrawl_runs: { id: string; total: number; started_at: Generated<Date>; summary: Json<object | null> };
  recrawl_outcomes: { run_id: string; site_id: string; outcome: string };
  site_versions: {
    site_id: string;
    version: number;
    at: Date;
    made_by: "crawl" | "edit";
    text: string;
    hash: string;
    url: string | null;
    pages: number;
    added: number;
    removed: number;
    changed: number;
    moved: number;
  };
  crawls: {
    id: string;
    url: string;
    asked_by: "api" | "socket" | "site";
    client: string;
    site_id: string | null;
    state: CrawlItem["state"];
    request: Json<CrawlRequest>;
    created_at: Date;
    started_at: Date | null;
    finished_at: Date | null;
    error: Json<Failure | null>;
    pages: number | null;
    progress: Json<Progress | null>;
    summary: Json<Summary | null>;
    document: string | null;
    base_text: string | null;
    is_enhanced: boolean;
    plain_hash: string | null;
    generated_at: Date | null;
    file_url: string | null;
    attempt: number;
    asked: "finish" | "cancel" | null;
  };
  crawl_messages: { crawl_id: string; first: number; messages: Json<readonly Numbered[]> };
}

export type Sql = Kysely<Tables>;
export type Site = Selectable<Tables["crawl_sites"]>;
export type CrawlRow = Selectable<Tables["crawls"]>;
/** A message of a crawl's log with its number, from 1. */
export type Numbered = StreamMessage & { readonly id: number };
