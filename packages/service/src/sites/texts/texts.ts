// Texts of sites: the delivered ones, owners' changes, and the URLs that they are stored under.
export { keepOverlay, overlayDigest, overlays } from "./overlays.ts";
export { rememberedSites, storedUrls } from "./stored-urls.ts";
export { keepVersion, versions } from "./versions.ts";
