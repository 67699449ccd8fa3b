// Which browsers read pages.
import { address, flag, text } from "./kinds.ts";
import { notes } from "./notes.ts";

export const browsers = {
  browserEnabled: flag
    .default(true)
    .register(notes, { about: "Whether pages that need it are read in a headless browser" }),
  chromiumPath: text.optional().register(notes, { about: "The browser to use", unset: "found by itself" }),
  proxyBrowserEnabled: flag.default(false).register(notes, {
    about: "Whether a scraping-proxy browser may be used; also what an omitted useProxy means",
  }),
  proxyBrowserUrl: address("ws:", "wss:").optional().register(notes, {
    about: "DevTools endpoint of the scraping-proxy browser",
    secret: true,
  }),
};
