// A built site on disk as it would be if its address were a local one: a copy, with that in the place of the real address.
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const TEXT = /\.(?:x?html?|xml|txt)$/i;

/** Copies a built site whose pages and sitemap say where it is published; `origin` takes the place of that. */
export function localCopy(site: string, { to, origin }: { readonly to: string; readonly origin: string }): void {
  rmSync(to, { recursive: true, force: true });
  cpSync(site, to, { recursive: true, dereference: true, filter: isOfTheSite });
  const real = realAddress(to);
  if (real === undefined) return;
  for (const entry of readdirSync(to, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !TEXT.test(entry.name)) continue;
    const file = join(entry.parentPath, entry.name);
    const before = readFileSync(file, "latin1");
    const after = before.replaceAll(`https://${real}`, origin).replaceAll(`http://${real}`, origin);
    if (after !== before) writeFileSync(file, after, "latin1");
  }
}

/** True for all but a list of versions, and an llms.txt of its own, which a bundle would not write over. */
const isOfTheSite = (path: string): boolean => !/\/(?:\.git|llms[\w.-]*\.txt)$/.test(path);

/** Host, and path where the site stands at one, without a slash at the end: by an address in its sitemap or homepage whose file is there. */
function realAddress(folder: string): string | undefined {
  const read = (name: string) => (existsSync(join(folder, name)) ? readFileSync(join(folder, name), "latin1") : "");
  const canonical = /<link[^>]*rel="?canonical"?[^>]*href="?(https?:\/\/[^"\s>]+)/i.exec(read("index.html"))?.[1];
  const listed = /<loc>\s*(https?:\/\/[^<\s]+)/.exec(read("sitemap.xml"))?.[1];
  const url = URL.parse(listed ?? canonical ?? "");
  if (url === null) return undefined;
  const names = url.pathname.split("/");
  const at = names.findIndex((_, from) => existsSync(join(folder, ...names.slice(from + 1))));
  return url.host + names.slice(0, at + 1).join("/");
}
