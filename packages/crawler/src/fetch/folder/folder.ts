import { realpathSync } from "node:fs";
import type { Fetching } from "../fetch.ts";
import { openOffline } from "../offline.ts";
import { StaticHost } from "./static-host.ts";

export interface FolderOptions {
  /** The built site: an existing folder. */
  readonly root: string;
  /** The address of the folder's root; a path counts whether or not a slash ends it. */
  readonly origin: string;
  /** True if a file, by its path from the root, is part of the site. Default: every one is. */
  readonly isPart?: (path: string) => boolean;
}

/**
 * A folder in place of the network: answers as a static host that serves it at `origin` would. It opens no socket, starts
 * no browser and writes nothing. What lies in the folder and is not read (links out of it, devices, files without
 * permission) fails with `unreadable`.
 * @throws Error where the folder is not there
 */
export function openFolder(options: FolderOptions): Fetching {
  const host = openHost(options);
  return openOffline((url, asked) => host.answer(url, asked));
}

/** The file of the folder that answers each address. @throws Error where the folder is not there */
export function filesOf(options: FolderOptions): (url: string) => string | undefined {
  const host = openHost(options);
  return (url) => host.fileOf(new URL(url));
}

function openHost({ root, origin, isPart = () => true }: FolderOptions): StaticHost {
  const base = new URL(origin);
  base.hash = "";
  base.search = "";
  if (!base.pathname.endsWith("/")) base.pathname += "/";
  // As the system spells it: `c:/site` is `C:\site`, and every name below is compared with that.
  return new StaticHost({ root: realpathSync.native(root), base, isPart });
}
