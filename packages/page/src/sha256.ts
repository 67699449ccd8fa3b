import { hash } from "node:crypto";

/** SHA-256 of bytes, or of a text's UTF-8, in hex. */
export const sha256 = (content: string | Uint8Array): string => hash("sha256", content);
