// Where the server listens, and whom it lets in.
import { longText, origins, text, trustedProxies, webAddress, wholeNumber } from "./kinds.ts";
import { setting } from "./setting.ts";

/** Characters; a shorter key could be found by trying. */
const MIN_SECRETS_KEY = 16;

export const server = {
  host: setting(text, { fallback: "0.0.0.0", about: "Address the server listens on" }),
  port: setting(wholeNumber(0, 65_535), {
    fallback: 8000,
    about: "Port the server listens on; 0 takes a free one, which is logged",
  }),
  publicUrl: setting(webAddress, {
    about: "How clients reach this server; base of the URLs of locally kept files",
    unset: "http://localhost:<port>",
  }),
  trustProxy: setting(trustedProxies, {
    fallback: 0,
    about:
      "How many proxies stand in front and add to X-Forwarded-For, or their addresses and networks (`10.0.0.0/8`), separated by commas: whose word on the client's address counts",
    unset: "0: no proxy's",
  }),
  apiKey: setting(text, { about: "Key of the API, and secret of its tokens; unset: anyone may crawl", secret: true }),
  cronSecret: setting(text, { about: "Secret of POST /internal/cron/recrawl; unset: refused", secret: true }),
  secretsKey: setting(longText(MIN_SECRETS_KEY), {
    about: "Seals the header fields of enrolled sites in the database, 16 characters or more; unset: they are not kept",
    secret: true,
  }),
  corsOrigins: setting(origins, {
    fallback: [],
    about: "Origins whose pages may use this server, separated by commas; `*` for all",
    unset: "none",
  }),
};
