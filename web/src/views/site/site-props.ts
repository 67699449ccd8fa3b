import type { ServerConfig, Site, Versions } from "../../protocol/types.ts";

/** Properties of every part of a site's screen. */
export interface SiteProps {
  readonly site: Site;
  readonly versions: Versions;
  readonly config: ServerConfig;
  readonly onWebhook: () => void;
  readonly onRemove: () => void;
}
