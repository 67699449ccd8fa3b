import type { S3Answer, S3Request, S3Send } from "./s3-request.ts";
import { storageFailed } from "./store.ts";

/** Stores an object under a free name; returns false, and changes nothing, if the name is taken. */
type S3Add = (request: S3Request, signal: AbortSignal) => Promise<boolean>;

/**
 * Checks whether the name is free, then puts under the condition that it still is (`If-None-Match: *`). The condition
 * covers the time between the two; the check covers stores that ignore the condition (many) or refuse it. For those,
 * names that this process is writing count as taken, too.
 */
export function s3Adder(send: S3Send): S3Add {
  const underWay = new Set<string>();
  const addAlone = loneAdder(send);
  return async (request, signal) => {
    if (underWay.has(request.name)) return false;
    underWay.add(request.name);
    try {
      return await addAlone(request, signal);
    } finally {
      underWay.delete(request.name);
    }
  };
}

function loneAdder(send: S3Send): S3Add {
  let knowsCondition = true;
  return async (request, signal) => {
    const { name, deadline } = request;
    const look = await send({ method: "HEAD", name, deadline }, signal);
    if (isTaken(look)) return false;
    if (knowsCondition) {
      const conditional = { ...request, headers: { ...request.headers, "If-None-Match": "*" } };
      const answer = await send(conditional, signal);
      if (answer.status === 412) return answer.isRepeated && (await isStored(send, request, signal));
      if (!refusesCondition(answer)) return hasStored(answer);
      knowsCondition = false;
    }
    if (look.status !== 404) throw storageFailed(look.words + NO_LOOK_HINT);
    return hasStored(await send(request, signal));
  };
}

/**
 * True if the answer says that the object is stored.
 * @throws CrawlError `storage_failed` for any other
 */
export function hasStored(answer: S3Answer): true {
  if (answer.status >= 200 && answer.status < 300) return true;
  throw storageFailed(answer.words + (/AccessControlListNotSupported|x-amz-acl/i.test(answer.words) ? ACL_HINT : ""));
}

const ACL_HINT = " (for a store or bucket without ACLs set the ACL to nothing, and make the bucket itself readable)";

/** Hint if the store knows no conditional put and the name cannot be checked: a put might overwrite. */
const NO_LOOK_HINT =
  " (wrong credentials, or ones that may not read: this store knows no conditional put, so the name must be looked up)";

/**
 * True if the name is taken. A 403 counts as free: S3 sends it for a missing object, too, to keys that may not list. So
 * does a 400, which is about the request: the answer to the put explains it better.
 * @throws CrawlError `storage_failed` for an answer that tells nothing about the name
 */
function isTaken({ status, words }: S3Answer): boolean {
  if (status === 404 || status === 403 || status === 400) return false;
  if (status >= 200 && status < 300) return true;
  throw storageFailed(words);
}

/** True if the object under the name is the one sent, for a put whose answer was lost. */
async function isStored(send: S3Send, { name, deadline, body }: S3Request, signal: AbortSignal): Promise<boolean> {
  if (body === undefined) return false;
  const answer = await send({ method: "GET", name, deadline, maxBytes: body.length + 1 }, signal);
  return answer.status === 200 && answer.body.equals(body);
}

/** True for 501, or a 400 that is about the condition: NotImplemented, or a message about the field. */
function refusesCondition({ status, code, words }: S3Answer): boolean {
  return status === 501 || (status === 400 && (/^NotImplemented/.test(code) || /if-none-match/i.test(words)));
}
