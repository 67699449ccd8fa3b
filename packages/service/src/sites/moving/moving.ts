// Moves sites from one database to another, as lines of a file.
export { exportSites } from "./exporting.ts";
export { importSites } from "./importing.ts";
export type { MovedSite } from "./moved-site.ts";
export { type HostPart, removePart } from "./part.ts";
