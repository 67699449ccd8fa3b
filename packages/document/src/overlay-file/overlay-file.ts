// The door of this folder: overlays as files and requests, from text to `Overlay` and back.
export type { OverlayProblem } from "./problems.ts";
export { MAX_OVERLAY_BYTES, overlayOf, readOverlay } from "./read.ts";
export { isTooDeep, overlaySchema, type ParsedOverlay, withoutNulls } from "./schema.ts";
export { startingOverlay } from "./start.ts";
export { overlayYaml } from "./write.ts";
