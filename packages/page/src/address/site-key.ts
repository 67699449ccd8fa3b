import { withoutLastDot } from "./site.ts";

/**
 * The one spelling of a site's address that the table knows: scheme and host in lower case, no default port, no
 * fragment, no dot at the end of the host, no slash at the end. undefined for what is no http(s) address or carries a user name.
 */
export function siteKey(text: string): string | undefined {
  const url = URL.parse(text.trim());
  if (url === null || (url.protocol !== "https:" && url.protocol !== "http:")) return undefined;
  if (url.username !== "" || url.password !== "") return undefined;
  url.hash = "";
  url.hostname = withoutLastDot(url.hostname);
  let end = url.href.length;
  while (url.href[end - 1] === "/") end -= 1;
  return url.href.slice(0, end);
}
