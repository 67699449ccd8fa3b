/**
 * Why a text could not be kept. The message is for a person: what was tried, on what, what happened;
 * it never holds credentials.
 */
export class StorageError extends Error {
  override readonly name = "StorageError";
}
