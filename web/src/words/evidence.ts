import type { Audited } from "../state/audit.ts";
import { pathOn } from "./addresses.ts";
import { some } from "./amounts.ts";

type LeftOut = Extract<Audited, { outcome: "left out" | "waiting" }>;

/** Beginning of a digest, in groups, for people to compare. */
const short = (digest: string): string => digest.slice(0, 12).replace(/(.{4})(?=.)/g, "$1 ");

/** Most characters of a piece of evidence, which is a stranger's text. */
const MAX = 200;
const cut = (text: string): string => (text.length > MAX ? `${text.slice(0, MAX)}…` : text);

const CHOICES = {
  homepage: "the homepage leads to it",
  "without version": "its addresses have no version",
  newest: "it is the newest",
} as const;

/** Facts by which an address was left out, each with its term. */
export function evidenceRows({ of, evidence = {} }: LeftOut, host: string): readonly (readonly [string, string])[] {
  const { tried, digests, robots, copy, version, target, kind, canonical } = evidence;
  const rows: (readonly [string, string] | false | undefined)[] = [
    of !== undefined && ["Listed instead", pathOn(host, of)],
    digests && [
      "Digests",
      `${short(digests[0])} and ${short(digests[1])}${digests[0] === digests[1] ? ", equal" : ""}`,
    ],
    robots && [`Line ${robots.line}`, `${robots.text} (${pathOn(host, robots.file)})`],
    canonical && [
      "Canonical link",
      `${pathOn(host, canonical.url)}, ${canonical.in === "page" ? "in the page" : "in a Link field"}`,
    ],
    target !== undefined && ["Leads to", pathOn(host, target)],
    version && [
      "Version",
      `${version.version}; listed is ${version.listed ?? "the one without"}: ${CHOICES[version.because]}`,
    ],
    version?.menu && ["Seen in", `the menu of ${pathOn(host, version.menu.on)}: ${version.menu.labels.join(", ")}`],
    copy && ["Copy", `${copy.folder} repeats ${copy.of}: ${copy.pages} of ${some(copy.compared, "page")} are the same`],
    tried && [
      "Pages like it",
      `${tried.like}: ${tried.listed} listed, ${tried.repeated} with nothing new, ${tried.failed} not had`,
    ],
    kind && ["Kind", `${kind.kind}; ${some(kind.known, "address", "addresses")} like ${kind.like}`],
  ];
  return rows.flatMap((row) => (row ? [[row[0], cut(row[1])] as const] : []));
}
