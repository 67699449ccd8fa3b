import { expect, test } from "vitest";
import { MIGRATIONS } from "./schema.ts";

/** Changes of a table that an older process, which runs beside the newer schema, would stumble over. */
const TAKES_AWAY =
  /\b(?:drop(?! index)|rename|truncate|delete)\b|\balter column\b|\bset not null\b|\badd (?:constraint|check|unique|foreign)\b/i;
/** A new column that an older process leaves empty must have a value of its own. */
const IS_DEMANDED = /\badd column\b(?=[^,;]*\bnot null\b)(?![^,;]*\bdefault\b)/i;

const isAddition = (statement: string): boolean => !TAKES_AWAY.test(statement) && !IS_DEMANDED.test(statement);

test("migrations behind the first only add: the version before works beside the newer schema", () => {
  const [, ...later] = MIGRATIONS;
  expect(later.length).toBeGreaterThan(0);
  expect(later.flatMap(({ statements }) => statements).filter((statement) => !isAddition(statement))).toEqual([]);
});

test.each([
  ["alter table crawl_sites drop column pages", false],
  ["alter table crawl_sites rename column pages to size", false],
  ["alter table crawl_sites alter column pages type bigint", false],
  ["alter table crawl_sites alter column last_error set not null", false],
  ["alter table crawl_sites add constraint few check (pages < 5)", false],
  ["alter table crawl_sites add column weight integer not null", false],
  ["delete from crawl_sites where pages = 0", false],
  ["alter table crawl_sites add column weight integer not null default 1", true],
  ["alter table crawl_sites add column note text", true],
  ["create table site_weights (site_id uuid primary key, at timestamptz not null)", true],
  ["create index crawl_sites_weight on crawl_sites (weight, base_url)", true],
  ["drop index crawl_sites_weight", true],
])("of statements, additions are let through: %s", (statement, isLet) => {
  expect(isAddition(statement)).toBe(isLet);
});
