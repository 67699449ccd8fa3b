// Memory of a site's pages between two crawls, sealed.
export { openPageMemory, type PageMemory } from "./page-memory.ts";
export { MEMORY_FORMAT, packPages, unpackPages } from "./remembered.ts";
