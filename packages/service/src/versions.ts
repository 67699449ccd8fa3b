// Reads and writes the versions of a site's text.
import { diff } from "@llmstxt-service/document/diff";
import { createTwoFilesPatch } from "diff";
import { sql } from "kysely";
import type { Database } from "./database.ts";
import type { Version, VersionItem } from "./shapes.ts";
import type { Sql, Tables } from "./tables.ts";

/** Most versions kept for a site. */
const MOST_VERSIONS = 30;

interface NewVersion {
  /** The text of the previous version; null if there is none. */
  readonly before: string | null;
  readonly text: string;
  readonly hash: string;
  readonly pages: number;
  /** undefined if the text could not be stored yet. */
  readonly url: string | undefined;
  readonly by: "crawl" | "edit";
}

/** Adds a text to a site's versions, and removes the oldest. */
export async function addVersion(db: Sql, siteId: string, version: NewVersion): Promise<void> {
  const { before, text, hash, pages, url = null, by } = version;
  const { added, removed, changed, moved } = diff(before ?? "", text);
  await sql`
    with old as (
      delete from site_versions where site_id = ${siteId} and version <= (
        select max(version) - ${sql.lit(MOST_VERSIONS - 1)} from site_versions where site_id = ${siteId}))
    insert into site_versions
      (site_id, version, at, made_by, text, hash, url, pages, added, removed, changed, moved)
    select ${siteId}::uuid, coalesce(max(version), 0) + 1, now(), ${by}, ${text}, ${hash}, ${url}, ${pages}::integer,
      ${added.length}::integer, ${removed.length}::integer, ${changed.length}::integer, ${moved.length}::integer
    from site_versions where site_id = ${siteId}`.execute(db);
}

/** Records the address of a text that was stored later. */
export async function versionStored(
  db: Sql,
  siteId: string,
  { hash, url }: { hash: string; url: string },
): Promise<void> {
  await db.updateTable("site_versions").set({ url }).where("site_id", "=", siteId).where("hash", "=", hash).execute();
}

const HEAD = [
  ...(["version", "at", "made_by", "hash", "url", "pages", "added", "removed", "changed", "moved"] as const),
  sql<number>`char_length(text)`.as("characters"),
] as const;
type Head = Omit<Tables["site_versions"], "site_id" | "text"> & { readonly characters: number };

const itemOf = ({ made_by: by, at, ...head }: Head): VersionItem => ({ ...head, by, at: at.toISOString() });

/** Versions of a site, newest first, below a number. */
export async function listVersions(
  database: Database,
  siteId: string,
  { below, limit }: { readonly below: number | undefined; readonly limit: number },
): Promise<VersionItem[]> {
  const rows = await database.use((db) => {
    const all = db.selectFrom("site_versions").select(HEAD).where("site_id", "=", siteId);
    const some = below === undefined ? all : all.where("version", "<", below);
    return some.orderBy("version", "desc").limit(limit).execute();
  });
  return rows.map(itemOf);
}

/** A version with its text, and its difference from another version. @returns undefined if either does not exist */
export async function findVersion(
  database: Database,
  siteId: string,
  { version, against }: { readonly version: number; readonly against: number | undefined },
): Promise<Version | undefined> {
  const wanted = against === undefined ? [version] : [version, against];
  const rows = await database.use((db) =>
    db
      .selectFrom("site_versions")
      .select([...HEAD, "text"])
      .where("site_id", "=", siteId)
      .where("version", "in", wanted)
      .execute(),
  );
  const one = rows.find((row) => row.version === version);
  const other = rows.find((row) => row.version === against);
  if (one === undefined || (against !== undefined && other === undefined)) return undefined;
  const { text, ...head } = one;
  return { ...itemOf(head), text, ...(other && { difference: differenceOf(other, one) }) };
}

/** Most effort for a difference, since the service waits for it; beyond it all is removed, then all added. */
const LIMITS = { maxEditLength: 20_000, timeout: 250 };

type Text = Pick<Tables["site_versions"], "version" | "text">;

function differenceOf(before: Text, after: Text): Version["difference"] {
  const [old, text] = [before.text, after.text];
  const names = [`version ${before.version}`, `version ${after.version}`] as const;
  const patch = createTwoFilesPatch(...names, old, text, "", "", { context: 3, ...LIMITS });
  const marked = (lines: string, mark: string) => lines.replace(/[^\n]+\n?|\n/g, `${mark}$&`);
  const whole = () => `--- ${names[0]}\n+++ ${names[1]}\n${marked(old, "-")}${marked(text, "+")}`;
  return { unified: old === text ? "" : (patch ?? whole()), ...diff(old, text) };
}
