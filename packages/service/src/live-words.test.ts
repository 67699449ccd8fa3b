import { expect, test } from "vitest";
import { describeLive } from "./live-words.ts";

test("a site that sends what cannot be unpacked, or 403, is not said to be silent", () => {
  const said = describeLive({ verdict: "unreachable", advice: "sendWhole", platform: "other" });
  expect(said).toMatch(/^No answer of the site can be read by this service\. Send the files as they are/);
});
