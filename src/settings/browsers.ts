// Which browsers read pages.
import { address, flag, text } from "./kinds.ts";
import { setting } from "./setting.ts";

export const browsers = {
  browserEnabled: setting(flag, { fallback: true, about: "Whether pages that need it are read in a headless browser" }),
  chromiumPath: setting(text, { about: "The browser to use", unset: "found by itself" }),
  proxyBrowserEnabled: setting(flag, {
    fallback: false,
    about: "Whether a scraping-proxy browser may be used; also what an omitted useProxy means",
  }),
  proxyBrowserUrl: setting(address("ws:", "wss:"), {
    about: "DevTools endpoint of the scraping-proxy browser",
    secret: true,
  }),
};
