import type { Addresses } from "./addresses.ts";
import type { ContentSignals } from "./signals.ts";

/** API descriptions that a page shows by a script. */
export interface ShownApi {
  /** Addresses of the descriptions, on the page's own host. */
  readonly urls: readonly string[];
  /** True if the page names none: these are where they usually are. */
  readonly isGuess: boolean;
}

/** Characters of text below which a page shows nothing but what its script loads. */
const FRAME_CHARACTERS = 200;

/** Places where the programs that serve such pages put their description. */
const USUAL = [
  "openapi.json",
  "swagger.json",
  "openapi.yaml",
  "/openapi.json",
  "/swagger.json",
  "/v3/api-docs",
  "/swagger/v1/swagger.json",
];

interface Viewer {
  readonly named: readonly string[];
  readonly isThere: boolean;
}

/** API descriptions that a page shows; undefined if it shows none of its own host. */
export function shownBy(
  { named, isThere }: Viewer,
  { addresses, signals }: { readonly addresses: Addresses; readonly signals: ContentSignals },
): ShownApi | undefined {
  if (!isThere) return undefined;
  const hosts = (address: string) => URL.parse(address)?.host.replace(/^www\./, "");
  const own = hosts(addresses.base);
  const resolved = (hrefs: readonly string[]) => hrefs.flatMap((href) => addresses.resolve(href) ?? []);
  const urls = [...new Set(resolved(named).filter((url) => hosts(url) === own))];
  if (urls.length > 0) return { urls, isGuess: false };
  const isFrame = named.length === 0 && signals.contentCharacters < FRAME_CHARACTERS;
  return isFrame ? { urls: [...new Set(resolved(USUAL))], isGuess: true } : undefined;
}

/** True for a page with hardly anything but an API description that it shows. */
export const isViewer = ({
  shown,
  signals,
}: {
  readonly shown?: ShownApi;
  readonly signals: ContentSignals;
}): boolean => shown !== undefined && signals.contentCharacters < FRAME_CHARACTERS;
