import { expect, test } from "vitest";
import { channelsWith } from "../../../../test/servers/alerts.ts";
import { alertRule } from "../sites/alert-rule.ts";
import type { Delivery } from "../sites/delivery.ts";
import type { RecrawlResult } from "../sites/lease.ts";
import type { Site } from "../sites/site.ts";
import { type AlertSettings, alertJob, alertJobs, factsOfFailure, factsOfResult, receiversOf } from "./alerts.ts";

const SITE_ID = "8c0f3c52-5f0f-4d3e-9d64-0d3a3a3f6c11";
const site = (more: Partial<Site> = {}) =>
  ({ id: SITE_ID, baseUrl: "https://a.dev/", latestHash: "x", pages: 9, failures: 0, kept: null, ...more }) as Site;

const result = (more: Partial<RecrawlResult>): RecrawlResult => ({
  outcome: "updated",
  nextMinutes: 60,
  sentinelLastModified: null,
  avgChangeIntervalMinutes: null,
  mark: 0,
  ...more,
});
const delivery = {} as Delivery;

test("of failures in a row the third is told, and that it is over", () => {
  const told = [0, 1, 2, 3, 9].map((failures) => factsOfFailure(site({ failures }), "404").length);
  expect(told).toEqual([0, 0, 1, 0, 0]);
  expect(factsOfFailure(site({ failures: 2 }), "404")).toEqual([{ type: "failing", reason: "404" }]);
  expect(factsOfResult(site({ failures: 2 }), result({ outcome: "unchanged" }))).toEqual([]);
  expect(factsOfResult(site({ failures: 7 }), result({ outcome: "unchanged" }))).toEqual([
    { type: "failing", resolved: true },
  ]);
});

test("a new document is a change, and has shrunk when more than a third of its pages are gone", () => {
  const types = (before: number, pages: number) =>
    factsOfResult(site({ pages: before }), result({ pages, delivery })).map(({ type }) => type);
  expect(types(9, 9)).toEqual(["changed"]);
  expect(types(9, 6)).toEqual(["changed"]);
  expect(types(9, 5)).toEqual(["changed", "shrunk"]);
  expect(factsOfResult(site({ pages: 9 }), result({ pages: 3 }))).toEqual([]);
  // The first document of a site that was enrolled without one.
  expect(factsOfResult(site({ latestHash: null, pages: 0 }), result({ pages: 3, delivery }))).toEqual([]);
});

test("a kept document is told once, with the pages it has", () => {
  const kept = (times: number) => factsOfResult(site(), result({ pages: 2, kept: { pages: 9, times } }));
  expect(kept(1)).toEqual([{ type: "shrunk", pages: [9, 2], kept: true }]);
  expect(kept(2)).toEqual([]);
  const taken = factsOfResult(site({ pages: 2, kept: { pages: 9, times: 2 } }), result({ pages: 2, delivery }));
  expect(taken).toContainEqual({ type: "shrunk", pages: [9, 2] });
});

const SETTINGS: AlertSettings = {
  on: ["failing"],
  channels: channelsWith({
    webhook: { isOpen: true, otherwise: "ALERT_WEBHOOK_URL" },
    email: { isOpen: true, otherwise: null },
  }),
};
const failing = { type: "failing" } as const;
const service = { channel: "webhook", address: null };

test("a site's rule decides, and the settings of what it leaves out", () => {
  const rule = (given: object) => alertRule.parse(given);
  const { webhook, email } = SETTINGS.channels;
  const settings = (channels: Partial<AlertSettings["channels"]>): AlertSettings => ({
    ...SETTINGS,
    channels: { ...SETTINGS.channels, ...channels },
  });
  expect(receiversOf(failing, null, SETTINGS)).toEqual([service]);
  expect(receiversOf({ type: "changed" }, null, SETTINGS)).toEqual([]);
  expect(receiversOf(failing, null, settings({ webhook: { ...webhook, otherwise: null } }))).toEqual([]);
  expect(receiversOf(failing, null, settings({ email: { ...email, otherwise: "ops@a.dev" } }))).toEqual([
    service,
    { channel: "email", address: null },
  ]);
  expect(receiversOf(failing, rule({ on: [] }), SETTINGS)).toEqual([]);
  expect(receiversOf({ type: "changed" }, rule({ on: ["changed"], url: "https://h.dev" }), SETTINGS)).toEqual([
    { channel: "webhook", address: "https://h.dev" },
  ]);
  const named = rule({ email: "a@a.dev" });
  expect(receiversOf(failing, named, SETTINGS)).toEqual([service, { channel: "email", address: "a@a.dev" }]);
  expect(receiversOf(failing, named, settings({ email: { ...email, isOpen: false } }))).toEqual([service]);
});

test("an alert that is queued twice has one id, each receiver its own, and a job is read back as it was", () => {
  const tell = () => receiversOf(failing, alertRule.parse({ email: "a@a.dev" }), SETTINGS);
  const about = { site: site({ latestUrl: "https://files.dev/a.txt" }), at: new Date(0), token: "t", tell };
  const facts = factsOfFailure(site({ failures: 2 }), "404");
  const jobs = alertJobs(facts, about);
  expect(new Set(jobs.map(({ id }) => id)).size).toBe(2);
  expect(alertJobs(facts, about)).toEqual(jobs);
  expect(alertJobs(facts, { ...about, token: "u" })[0]?.id).not.toBe(jobs[0]?.id);
  for (const job of jobs) expect(alertJob.parse(JSON.parse(JSON.stringify(job)))).toEqual(job);
});
