import { useEffect, useLayoutEffect } from "preact/hooks";
import type { Route } from "../state/route.ts";

const write = (name: string): void => {
  document.title = name === "" ? "llms.txt" : `${name} · llms.txt`;
};

/** Names the tab after what the screen shows; an empty name leaves it as it is. */
export function useTitle(name: string): void {
  useEffect(() => {
    if (name !== "") write(name);
  }, [name]);
}

/** Names it after the screen, before the screen itself knows more. */
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
