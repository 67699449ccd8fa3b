import { isSecret } from "../doors/doors.ts";
import { type DocumentSeal, type Sealing, UNSEALED } from "../jobs/sealing.ts";

/** A crawl as its requester names it: the id, and of a private one the capability that was told to nobody else. */
export interface Handle {
  readonly id: string;
  readonly capability?: string | undefined;
}

/** Stands between the two; neither has it, and no URL escapes it. */
const BETWEEN = "~";

export const handleText = ({ id, capability }: Handle): string =>
  capability === undefined ? id : id + BETWEEN + capability;

export function handleOf(text: string): Handle {
  const [id = "", ...rest] = text.split(BETWEEN);
  return rest.length === 0 ? { id } : { id, capability: rest.join(BETWEEN) };
}

/** Address of a crawl, for everybody who may read it. */
export const locationOf = (handle: Handle): string => `/api/crawls/${handleText(handle)}`;

/** True if a crawl may be read, ended or removed by who names it so. */
export const opens = (handle: Handle, { capability }: Pick<Handle, "capability">): boolean =>
  capability === undefined ? handle.capability === undefined : isSecret(handle.capability, capability);

/** Key that seals a crawl where it is kept; undefined: it must not be kept. */
export function sealOf({ capability }: Handle, sealing: Sealing | undefined): DocumentSeal | undefined {
  return capability === undefined ? UNSEALED : sealing?.sealFor(capability);
}
