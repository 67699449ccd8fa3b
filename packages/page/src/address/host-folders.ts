const NONE: readonly string[] = [];

/**
 * Folders that stand for a page's host beside the homepage's, so that the pages of a sub-domain are a part of the site:
 * `api.docs.x.dev` beside `x.dev` is `docs`, `api`. None on the homepage's own host.
 */
export function hostFolders(address: string, home: string): readonly string[] {
  if (address.startsWith(home.slice(0, home.indexOf("/", "https://".length) + 1))) return NONE;
  const host = new URL(address).hostname;
  const own = new URL(home).hostname;
  if (host === own) return NONE;
  const [labels, others] = [labelsOf(host), labelsOf(own)];
  const shared = labels.findIndex((label, at) => label !== others[at]);
  return shared < 0 ? [host] : labels.slice(shared);
}

const labelsOf = (host: string): readonly string[] =>
  host
    .replace(/^www\./, "")
    .split(".")
    .reverse();
