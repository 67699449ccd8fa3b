/** Whose eyes a file is read with: the proposal's version 2, or its strictest readers. */
export const PROFILES = ["v2", "strict"] as const;
export type Profile = (typeof PROFILES)[number];
export const DEFAULT_PROFILE: Profile = "v2";
