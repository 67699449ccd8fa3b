import * as z from "zod";

/** The body of every refusal. */
export const detailSchema = z.object({ detail: z.string() });
