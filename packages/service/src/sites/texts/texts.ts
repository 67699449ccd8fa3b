// What is known of the texts of sites: those delivered, what their owners want otherwise, and the URLs they are stored under.
export { keepOverlay, overlayDigest, overlays } from "./overlays.ts";
export { rememberedSites, storedUrls } from "./stored-urls.ts";
export { keepVersion, versions } from "./versions.ts";
