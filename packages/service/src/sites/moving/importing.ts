import { CrawlError } from "@llmstxt-service/page/errors";
import { type Kysely, sql } from "kysely";
import * as z from "zod";
import { type Database, stateOf } from "../database/database.ts";
import type { Tables } from "../tables/tables.ts";
import { keepOverlay } from "../texts/texts.ts";
import { ahead } from "./ahead.ts";
import { type ColumnNames, columnsOf, movedSite, PASSING } from "./moved-site.ts";

/** Most lines of one transaction, and most characters of them. */
const PIECE = 500;
const MAX_CHARACTERS = 16 * 2 ** 20;

interface ImportOptions {
  /** Number of the first line to import; the lines before it were imported already. Default 1. */
  readonly from?: number;
  /** Called after each piece, with the number of sites imported so far. */
  readonly onPiece?: (sites: number) => void;
}

/**
 * Imports sites from lines of `exportSites`, each piece in one transaction; existing sites are replaced.
 * @returns number of sites
 * @throws CrawlError `wrong_usage` that names the line, its fault, and the line to continue from;
 * `database_unavailable`
 */
export async function importSites(
  database: Database,
  lines: AsyncIterable<string>,
  { from = 1, onPiece = () => {} }: ImportOptions = {},
): Promise<number> {
  const connection = await database.connection();
  return connection.unlimited(async (db) => {
    const columns = { site: await columnsOf(db, "crawl_sites"), version: await columnsOf(db, "site_versions") };
    let sites = 0;
    for await (const piece of ahead(readPieces(lines, { from, columns }))) {
      await takePiece(db, piece.items).catch((error: unknown) => {
        throw refusal(error, piece.from);
      });
      sites += piece.items.length;
      onPiece(sites);
    }
    return sites;
  });
}

interface ImportLine {
  readonly number: number;
  readonly text: string;
}

/** Lines, or the sites in them, that are imported at once. `from`: number of the first line. */
interface ImportPiece<Item> {
  readonly from: number;
  readonly items: readonly Item[];
}

/** Pieces of parsed lines. @throws CrawlError `wrong_usage` */
async function* readPieces(
  lines: AsyncIterable<string>,
  { from, columns }: { readonly from: number; readonly columns: MovedColumns },
): AsyncGenerator<ImportPiece<ReadSite>> {
  for await (const piece of piecesOf(lines, from)) {
    try {
      yield { from: piece.from, items: piece.items.map((line) => readLine(columns, line)) };
    } catch (error) {
      throw refusal(error, piece.from);
    }
  }
}

async function* piecesOf(lines: AsyncIterable<string>, from: number): AsyncGenerator<ImportPiece<ImportLine>> {
  let [number, characters, held]: [number, number, ImportLine[]] = [0, 0, []];
  for await (const text of lines) {
    number++;
    if (number < from || text.trim() === "") continue;
    held.push({ number, text });
    characters += text.length;
    if (held.length < PIECE && characters < MAX_CHARACTERS) continue;
    yield { from: held[0]?.number ?? number, items: held };
    [characters, held] = [0, []];
  }
  if (held[0] !== undefined) yield { from: held[0].number, items: held };
}

class WrongLine extends Error {
  readonly number: number;

  constructor(number: number, cause: unknown) {
    super(wordsOf(cause), { cause });
    this.number = number;
  }
}

function refusal(error: unknown, from: number): unknown {
  if (!(error instanceof WrongLine)) return error;
  const before =
    from === 1
      ? "nothing was imported"
      : `the lines before ${from} are imported: mend it, and go on with --from ${from}`;
  return new CrawlError(
    "wrong_usage",
    { detail: `Line ${error.number}: ${error.message}; ${before}` },
    { cause: error.cause },
  );
}

interface MovedColumns {
  readonly site: ColumnNames;
  readonly version: ColumnNames;
}

/** Imports a piece at once; if the database refuses it, line by line, to find the refused line. */
async function takePiece(db: Kysely<Tables>, sites: readonly ReadSite[]): Promise<void> {
  const urls = new Set(sites.map(({ site }) => site.base_url));
  const isOnce = urls.size === sites.length;
  try {
    if (isOnce) return await db.transaction().execute((trx) => take(trx, sites));
  } catch (error) {
    if (!isOfData(error)) throw error;
  }
  await db.transaction().execute(async (trx) => {
    for (const one of sites)
      await take(trx, [one]).catch((error: unknown) => {
        throw isOfData(error) ? new WrongLine(one.number, error) : error;
      });
  });
}

/** True for classes 22 and 23: a value of the wrong type, or one that breaks a constraint. */
const isOfData = (error: unknown): boolean => /^2[23]/.test(stateOf(error));

type MovedRow = Readonly<Record<string, unknown>>;

interface ReadSite {
  readonly number: number;
  readonly site: MovedRow & { readonly base_url: string };
  readonly versions: readonly MovedRow[];
  readonly overlay: { readonly yaml: string; readonly overlay: unknown } | undefined;
}

/** @throws WrongLine */
function readLine(columns: MovedColumns, { number, text }: ImportLine): ReadSite {
  try {
    const { site, versions, overlay } = movedSite.parse(JSON.parse(text));
    const { base_url } = site;
    return {
      number,
      site: { ...pick(site, columns.site), base_url },
      versions: versions.map((version) => pick(version, columns.version)),
      overlay,
    };
  } catch (error) {
    throw new WrongLine(number, error);
  }
}

/**
 * Columns of a row that the table has.
 * @throws for one of another version of this program, which would be lost
 */
function pick(row: MovedRow, columns: ColumnNames): MovedRow {
  const unknown = Object.keys(row).filter((column) => !columns.has(column));
  if (unknown.length > 0) throw new Error(`this version knows no column ${unknown.slice(0, 5).join(", ")}`);
  return Object.fromEntries(
    Object.entries(row).filter(([column, value]) => value !== undefined && !PASSING.includes(column)),
  );
}

async function take(db: Kysely<Tables>, sites: readonly ReadSite[]): Promise<void> {
  const urls = sites.map(({ site }) => site.base_url);
  await db.deleteFrom("crawl_sites").where("base_url", "in", urls).execute();
  const rows = sites.map(({ site }) => site);
  await insert(db, "crawl_sites", rows);
  const made = await db.selectFrom("crawl_sites").select(["id", "base_url"]).where("base_url", "in", urls).execute();
  const ids = new Map(made.map(({ id, base_url }) => [base_url, id]));
  const versions = sites.flatMap(({ site, versions }) =>
    versions.map((version) => ({ ...version, site_id: ids.get(site.base_url) })),
  );
  await insert(db, "site_versions", versions);
  for (const { site, overlay } of sites)
    if (overlay !== undefined) await keepOverlay(db, ids.get(site.base_url) ?? "", overlay);
}

/** Inserts rows with the same columns together: missing columns get their defaults. */
async function insert(
  db: Kysely<Tables>,
  table: "crawl_sites" | "site_versions",
  rows: readonly MovedRow[],
): Promise<void> {
  for (const alike of Map.groupBy(rows, (row) => Object.keys(row).sort().join()).values()) {
    const columns = sql.join(Object.keys(alike[0] ?? {}).map((column) => sql.ref(column)));
    await sql`insert into ${sql.table(table)} (${columns}) select ${columns}
      from json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(alike)}::json)`.execute(db);
  }
}

function wordsOf(error: unknown): string {
  if (error instanceof z.ZodError)
    return error.issues
      .map(({ path, message }) => `${path.join(".")}: ${message}`)
      .slice(0, 3)
      .join("; ");
  return error instanceof Error ? error.message : String(error);
}
