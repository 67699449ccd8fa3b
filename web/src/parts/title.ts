import { useEffect, useLayoutEffect } from "preact/hooks";
import type { Route } from "../state/route.ts";

const write = (name: string): void => {
  document.title = name === "" ? "llms.txt" : `${name} · llms.txt`;
};

/** Sets the tab's title to a name; an empty one leaves it. */
export function useTitle(name: string): void {
  useEffect(() => {
    if (name !== "") write(name);
  }, [name]);
}

/** Sets the tab's title to the screen's general name, before the screen knows a better one. */
export function useScreenTitle(at: Route["at"] | "signIn"): void {
  useLayoutEffect(() => write(NAMES[at]), [at]);
}

const NAMES: Readonly<Record<Route["at"] | "signIn", string>> = {
  start: "Generate",
  crawl: "Crawl",
  crawls: "Crawls",
  validate: "Validate",
  sites: "Sites",
  site: "Site",
  edit: "Edit",
  publish: "Publish",
  api: "API",
  unknown: "Not found",
  signIn: "Sign in",
};
