import * as z from "zod";

const count = z.int().min(0);

export const relativesSchema = z
  .array(
    z.object({
      file: z.string().describe("Its name beside the llms.txt"),
      name: z.string().describe("Such as `German` or `version 1.0`"),
      language: z.string().optional(),
      version: z.string().optional(),
      pages: count,
      characters: count,
      url: z.string().describe("Where it can be had as long as the crawl is kept"),
    }),
  )
  .describe("The documents of other languages and versions, where they were asked for");
