// Texts of sites: those delivered, their owners' changes, and the URLs they are stored under.
export { keepOverlay, overlayDigest, overlays } from "./overlays.ts";
export { rememberedSites, storedUrls } from "./stored-urls.ts";
export { keepVersion, versions } from "./versions.ts";
