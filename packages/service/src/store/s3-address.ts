import { storageFailed } from "./store.ts";

export interface S3Place {
  readonly bucket: string;
  /** Address of the store, `https://…` without the bucket. Default: Amazon's for the region. */
  readonly endpoint?: string;
  /** Default: the region in the endpoint's name, else `us-east-1`. */
  readonly region?: string;
  /**
   * True (the default) for `<endpoint>/<bucket>/<name>`, which every store but Alibaba's accepts; false for
   * `<bucket>.<endpoint>/<name>`.
   */
  readonly pathStyle?: boolean;
  /** Beginning of public URLs; a bare name gets `https://`. Default: the object's own address. */
  readonly publicDomain?: string;
}

/** Longest name that S3 accepts, in bytes of UTF-8. */
const MAX_NAME_BYTES = 1_024;

/**
 * Address of the bucket, without a slash at the end.
 * @throws CrawlError `storage_failed` for an endpoint that is no plain http(s) URL.
 */
export function bucketUrl({ bucket, endpoint, region = "us-east-1", pathStyle = true }: S3Place): string {
  const url = URL.parse(endpoint ?? `https://s3.${region}.amazonaws.com`);
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== "" || url.password !== "")
    throw storageFailed("The S3 endpoint must be an http(s) URL without user name and password");
  if (!pathStyle) url.host = `${bucket}.${url.host}`;
  // Bound: a setting of our own.
  const base = url.href.replace(/\/+$/, "");
  return pathStyle ? `${base}/${encoded(bucket)}` : base;
}

/** Beginning of every object's public URL, without a slash at the end. */
export function publicBase(place: S3Place): string {
  if (place.publicDomain === undefined || place.publicDomain === "") return bucketUrl(place);
  const base = /^https?:\/\//i.test(place.publicDomain) ? place.publicDomain : `https://${place.publicDomain}`;
  // Bound: a setting of our own.
  return base.replace(/\/+$/, "");
}

/**
 * A name as a path, percent-encoded as RFC 3986 and AWS Signature Version 4 require: all but letters, digits and
 * `-._~`, so that the signed path is the path sent.
 * @throws CrawlError `storage_failed` for a name that a URL cannot carry unchanged
 */
export function encodedName(name: string): string {
  const segments = name.split("/");
  const isCarried = segments.every((segment) => segment !== "" && segment !== "." && segment !== "..");
  if (!isCarried || !name.isWellFormed() || /[\0-\x1f\x7f]/.test(name) || Buffer.byteLength(name) > MAX_NAME_BYTES)
    throw storageFailed(`Not a name for an object: ${JSON.stringify(name.slice(0, 200))}`);
  return segments.map(encoded).join("/");
}

function encoded(segment: string): string {
  return encodeURIComponent(segment).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
