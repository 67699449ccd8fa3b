import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";

export interface Key {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** If set, every request must carry it, signed. */
  readonly sessionToken?: string;
  /** Session tokens of the past. */
  readonly ended?: readonly string[];
}

const AUTHORIZATION =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/;

/** The S3 error code of a failed AWS Signature Version 4 check; undefined if the request is signed by `key`. */
export function signatureProblem(
  request: IncomingMessage,
  body: Buffer,
  { key, now }: { readonly key: Key; readonly now: number },
): string | undefined {
  const [, id, day, region, signedNames, signature] = AUTHORIZATION.exec(request.headers.authorization ?? "") ?? [];
  if (!id || !day || !region || !signedNames || !signature) return "AccessDenied";
  if (id !== key.accessKeyId) return "InvalidAccessKeyId";
  const hasToken = signedNames.includes("x-amz-security-token") && request.headers["x-amz-security-token"];
  if (typeof hasToken === "string" && key.ended?.includes(hasToken)) return "ExpiredToken";
  if ((hasToken || undefined) !== key.sessionToken) return "InvalidToken";
  const time = String(request.headers["x-amz-date"]);
  const at = Date.parse(time.replace(/^(....)(..)(..)T(..)(..)(..)Z$/, "$1-$2-$3T$4:$5:$6Z"));
  if (!(Math.abs(at - now) < 900_000)) return "RequestTimeTooSkewed";
  const digest = String(request.headers["x-amz-content-sha256"]);
  const isSigned = signedNames.split(";").includes("host") && signedNames.includes("x-amz-content-sha256");
  if (!isSigned || digest !== sha256(body)) return "XAmzContentSHA256Mismatch";
  const scope = `${day}/${region}/s3/aws4_request`;
  const text = ["AWS4-HMAC-SHA256", time, scope, sha256(canonical(request, signedNames, digest))].join("\n");
  const signingKey = [day, region, "s3", "aws4_request"].reduce<string | Buffer>(hmac, `AWS4${key.secretAccessKey}`);
  const isRight = timingSafeEqual(Buffer.from(signature, "hex"), hmac(signingKey, text));
  return isRight ? undefined : "SignatureDoesNotMatch";
}

function canonical(request: IncomingMessage, signedNames: string, digest: string): string {
  const url = new URL(request.url ?? "/", "http://server");
  const query = [...url.searchParams].map(([name, value]) => `${encoded(name)}=${encoded(value)}`).sort();
  const fields = signedNames.split(";").map((name) => `${name}:${String(request.headers[name]).trim()}\n`);
  // As S3 does: the path exactly as it was sent, not decoded and encoded again.
  return [request.method, url.pathname, query.join("&"), fields.join(""), signedNames, digest].join("\n");
}

const sha256 = (content: string | Buffer): string => createHash("sha256").update(content).digest("hex");

const hmac = (key: string | Buffer, content: string): Buffer => createHmac("sha256", key).update(content).digest();

const encoded = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`);
