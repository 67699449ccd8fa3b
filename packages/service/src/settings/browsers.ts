// Settings of the browsers that read pages.
import { address, flag, text } from "./kinds.ts";
import { setting } from "./setting.ts";

export const browsers = {
  browserEnabled: setting(flag, { fallback: true, about: "Read pages that need JavaScript in a headless browser" }),
  chromiumPath: setting(text, { about: "Chromium or Chrome to use", unset: "found automatically" }),
  proxyBrowserEnabled: setting(flag, {
    fallback: false,
    about: "Use the scraping-proxy browser if a request does not set `useProxy`",
  }),
  proxyBrowserUrl: setting(address("ws:", "wss:"), {
    about: "DevTools address of the scraping-proxy browser",
    secret: true,
  }),
};
