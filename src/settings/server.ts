// Where the server listens, and whom it lets in.
import { origins, secret, text, trustedProxies, webAddress, wholeNumber } from "./kinds.ts";
import { notes } from "./notes.ts";

/** Characters; a shorter key could be found by trying. */
const MIN_SECRETS_KEY = 16;

export const server = {
  host: text.default("0.0.0.0").register(notes, { about: "Address the server listens on" }),
  port: wholeNumber(0, 65_535).default(8000).register(notes, {
    about: "Port the server listens on; 0 takes a free one, which is logged",
  }),
  publicUrl: webAddress().optional().register(notes, {
    about: "How clients reach this server; base of the URLs of locally kept files",
    unset: "http://localhost:<port>",
  }),
  trustProxy: trustedProxies.default(0).register(notes, {
    about:
      "How many proxies stand in front and add to X-Forwarded-For, or their addresses and networks (`10.0.0.0/8`), separated by commas: whose word on the client's address counts",
    unset: "0: no proxy's",
  }),
  apiKey: secret().register(notes, {
    about: "Key of the API, and secret of its tokens; unset: anyone may crawl",
    secret: true,
  }),
  cronSecret: secret().register(notes, {
    about: "Secret of POST /internal/cron/recrawl; unset: refused",
    secret: true,
  }),
  secretsKey: text.min(MIN_SECRETS_KEY, `must have ${MIN_SECRETS_KEY} characters or more`).optional().register(notes, {
    about: "Seals the header fields of enrolled sites in the database, 16 characters or more; unset: they are not kept",
    secret: true,
  }),
  corsOrigins: origins.default([]).register(notes, {
    about: "Origins whose pages may use this server, separated by commas; `*` for all",
    unset: "none",
  }),
};
