// Files of a crawl under public URLs: storing them, finding them again, and deciding what may be deleted.
export { forgottenPages, unnamedFiles } from "./prune.ts";
export { type BundleProgress, type PublishedBundle, publishBundle } from "./publish-bundle.ts";
export { type ExtrasProgress, storeExtras } from "./store-extras.ts";
export { bundleFiles, findStoredBundle, indexVersions, type StoredBundle } from "./stored-bundle.ts";
export { AFTERWARDS_MS, storedUrl, type Uploaded, type UploadProgress, unstoredOf, upload } from "./upload.ts";
