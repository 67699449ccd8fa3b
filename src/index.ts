// The public library. Each entry point lists its names; what is not listed there may change any day.

export * from "./library/crawl.ts";
export * from "./library/render.ts";
export * from "./library/validate.ts";
