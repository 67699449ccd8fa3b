import { isSecret } from "../doors/doors.ts";
import { type DocumentSeal, type Sealing, UNSEALED } from "../jobs/sealing.ts";

/** Name of a crawl in addresses: its id, and for a private one the capability that only its requester was given. */
export interface Handle {
  readonly id: string;
  readonly capability?: string | undefined;
}

/** Separator of id and capability. Neither contains it, and URLs do not escape it. */
const BETWEEN = "~";

export const handleText = ({ id, capability }: Handle): string =>
  capability === undefined ? id : id + BETWEEN + capability;

export function handleOf(text: string): Handle {
  const [id = "", ...rest] = text.split(BETWEEN);
  return rest.length === 0 ? { id } : { id, capability: rest.join(BETWEEN) };
}

/** True for a UUID. Ids come from addresses, and the database fails on any other text. */
export const isId = (id: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id);

/** Address of a crawl, with its capability if it has one. */
export const locationOf = (handle: Handle): string => `/api/crawls/${handleText(handle)}`;

/** True if a requester with `handle` may read, end and remove the crawl. */
export const opens = (handle: Handle, { capability }: Pick<Handle, "capability">): boolean =>
  capability === undefined ? handle.capability === undefined : isSecret(handle.capability, capability);

/** Key that seals a crawl where it is kept; undefined: it must not be kept. */
export function sealOf({ capability }: Handle, sealing: Sealing | undefined): DocumentSeal | undefined {
  return capability === undefined ? UNSEALED : sealing?.sealFor(capability);
}
