/** What is wrong with an address as it was typed, and what it was probably meant to be. */
export type AddressCheck =
  | { readonly type: "good"; readonly url: string }
  | { readonly type: "empty" }
  | { readonly type: "noScheme"; readonly meant: string }
  | { readonly type: "wrong"; readonly why: string };

function parse(url: string): URL | undefined {
  return URL.canParse(url) ? new URL(url) : undefined;
}

/** Judges what was typed, before anything is sent. */
export function checkAddress(typed: string): AddressCheck {
  const trimmed = typed.trim();
  if (trimmed === "") return { type: "empty" };
  if (!/^https?:\/\//i.test(trimmed)) {
    const meant = parse(`https://${trimmed.replace(/^\/+/, "")}`);
    if (meant?.hostname.includes(".") && !/^[a-z][a-z\d+.-]*:\/\//i.test(trimmed))
      return { type: "noScheme", meant: `https://${trimmed.replace(/^\/+/, "")}` };
    return { type: "wrong", why: "The address needs http:// or https:// in front." };
  }
  const url = parse(trimmed);
  if (!url) return { type: "wrong", why: "Enter a full address, such as https://docs.example.com" };
  if (url.username || url.password)
    return { type: "wrong", why: "Take the user name and password out of the address." };
  return { type: "good", url: trimmed };
}

/** The address where it may be linked to: http and https only. */
export function safeHref(url: string): string | undefined {
  const parsed = parse(url);
  return parsed && (parsed.protocol === "https:" || parsed.protocol === "http:") ? parsed.href : undefined;
}

/** `https://x.dev/docs/` -> `x.dev/docs`; what is no address stays as it is. */
export function shortAddress(url: string): string {
  return url.replace(/^https?:\/\//, "").replace(/\/$/, "");
}

/** The path an address has on `host`, else the address without its scheme. */
export function pathOn(host: string, url: string): string {
  const parsed = parse(url);
  if (!parsed) return url;
  const path = decodePath(parsed.pathname + parsed.search);
  return parsed.host === host || parsed.host === `www.${host}` || host === `www.${parsed.host}`
    ? path
    : parsed.host + path;
}

function decodePath(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    // decodeURI throws only URIError: the percent-encoding is no UTF-8.
    return path;
  }
}
