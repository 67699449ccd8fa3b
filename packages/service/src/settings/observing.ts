// Settings of the log.
import { oneOf } from "./kinds.ts";
import { setting } from "./setting.ts";

export const observing = {
  logLevel: setting(oneOf(["fatal", "error", "warn", "info", "debug", "trace", "silent"]), {
    fallback: "info",
    about: "Least severe level that is logged: fatal, error, warn, info, debug, trace or silent",
  }),
  logFormat: setting(oneOf(["pretty", "json"]), {
    about: "Format of the log: pretty or json",
    unset: "pretty on a terminal, json otherwise",
  }),
};
