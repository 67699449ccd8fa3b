import type { ServerConfig, Site, Versions } from "../../protocol/types.ts";
import type { Act } from "../sites/site-actions.ts";

/** Properties of every part of a site's screen. */
export interface SiteProps {
  readonly site: Site;
  readonly versions: Versions;
  readonly config: ServerConfig;
  readonly act: Act;
  readonly refresh: () => void;
  readonly onWebhook: () => void;
  readonly onRemove: () => void;
}
