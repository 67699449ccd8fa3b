import { type Answers, answer } from "./answers.ts";

/** What the owner of a site wants otherwise than its crawls have it. */
export type Overlay = Answers["siteOverlay"]["overlay"];
export type PageChange = NonNullable<Overlay["pages"]>[number];
/** The document as it will be. */
export type Preview = Answers["overlayDraft"]["preview"];
export type ShownSection = Preview["sections"][number];
export type ShownPage = Preview["hidden"][number];
export type NoEffect = Preview["findings"][number];

export const readSiteOverlay = answer("siteOverlay");
export const readOverlayDraft = answer("overlayDraft");
