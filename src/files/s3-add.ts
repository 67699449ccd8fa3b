import type { S3Answer, S3Request, S3Send } from "./s3-request.ts";
import { StorageError } from "./storage-error.ts";

/** Puts an object under a name that is free; false where it is taken, and what stands there stays as it is. */
export type S3Add = (request: S3Request, signal: AbortSignal) => Promise<boolean>;

/**
 * Looks whether the name is free, and puts under the condition that it still is (`If-None-Match: *`). The condition
 * covers the moment between the two; the look covers stores that pass over the condition (many) or refuse it. For
 * those, names this process is writing count as taken, too.
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
    const isFree = await isNameFree(send, request, signal);
    if (isFree === false) return false;
    if (knowsCondition) {
      const conditional = { ...request, headers: { ...request.headers, "If-None-Match": "*" } };
      const answer = await send(conditional, signal);
      if (answer.status === 412) return answer.isRepeated && (await isStored(send, request, signal));
      if (!refusesCondition(answer)) return hasStored(answer);
      knowsCondition = false;
    }
    if (isFree === undefined)
      throw new StorageError(
        `PUT ${request.name}: the store knows no conditional put and these credentials may not look whether the name is taken; let them read, too`,
      );
    return hasStored(await send(request, signal));
  };
}

/** True for an answer that says the object is stored. @throws StorageError for every other. */
export function hasStored(answer: S3Answer): true {
  if (answer.status >= 200 && answer.status < 300) return true;
  throw new StorageError(
    answer.words + (/AccessControlListNotSupported|x-amz-acl/i.test(answer.words) ? ACL_HINT : ""),
  );
}

const ACL_HINT = " (for a store or bucket without ACLs set the ACL to nothing, and make the bucket itself readable)";

/** undefined where the credentials may not look: S3 answers 403 for what does not exist to who may not list. */
async function isNameFree(send: S3Send, { name, deadline }: S3Request, signal: AbortSignal) {
  const answer = await send({ method: "HEAD", name, deadline }, signal);
  if (answer.status === 404) return true;
  if (answer.status === 403) return undefined;
  if (answer.status >= 200 && answer.status < 300) return false;
  throw new StorageError(answer.words);
}

/** After a try whose answer was lost: whether the object that now stands there is the one we sent. */
async function isStored(send: S3Send, { name, deadline, body }: S3Request, signal: AbortSignal): Promise<boolean> {
  if (body === undefined) return false;
  const answer = await send({ method: "GET", name, deadline, maxBytes: body.length + 1 }, signal);
  return answer.status === 200 && answer.body.equals(body);
}

/** 501, or a 400 that says so: NotImplemented, or words about the field. */
function refusesCondition({ status, code, words }: S3Answer): boolean {
  return status === 501 || (status === 400 && (/^NotImplemented/.test(code) || /if-none-match/i.test(words)));
}
