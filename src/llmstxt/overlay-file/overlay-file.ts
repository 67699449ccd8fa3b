// The door of this folder: overlays as files and requests, from text to `Overlay` and back.
export { type OverlayProblem, problemsOf } from "./problems.ts";
export { MAX_OVERLAY_BYTES, readOverlay } from "./read.ts";
export { overlaySchema, type ParsedOverlay, withoutNulls } from "./schema.ts";
export { startingOverlay } from "./start.ts";
export { overlayYaml } from "./write.ts";
