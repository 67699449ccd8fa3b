// Settings of the server's address and access.
import { longText, origins, text, trustedProxies, webAddress, wholeNumber } from "./kinds.ts";
import { setting } from "./setting.ts";

/** Least characters of SECRETS_KEY; a shorter key could be guessed. */
const MIN_SECRETS_KEY = 16;

export const server = {
  host: setting(text, { fallback: "0.0.0.0", about: "Address the server listens on" }),
  port: setting(wholeNumber(0, 65_535), {
    fallback: 8000,
    about: "Port the server listens on. 0: any free port; the log names it",
  }),
  publicUrl: setting(webAddress, {
    about: "Address at which clients reach the service; the URLs of stored files begin with it",
    unset: "http://localhost:<port>",
  }),
  trustProxy: setting(trustedProxies, {
    fallback: 0,
    about:
      "Reverse proxies whose X-Forwarded-For is trusted: their number, or their addresses and networks (`10.0.0.0/8`), separated by commas",
    unset: "0: none",
  }),
  apiKey: setting(text, {
    about: "Key that clients of the API need; it also signs tokens. Unset: anyone may use the service",
    secret: true,
  }),
  cronSecret: setting(text, {
    about: "Secret for POST /internal/cron/recrawl. Unset: such calls are refused",
    secret: true,
  }),
  secretsKey: setting(longText(MIN_SECRETS_KEY), {
    about:
      "Key that encrypts header fields and documents of private sites where they are stored, 16 characters or more. Unset: they are not stored",
    secret: true,
  }),
  corsOrigins: setting(origins, {
    fallback: [],
    about: "Origins whose web pages may use the service, separated by commas; `*` for all",
    unset: "none",
  }),
};
