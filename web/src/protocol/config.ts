import type { ServerConfig } from "../../../src/shells/protocol/config.ts";
import { answer } from "./answers.ts";

export type { ServerConfig };

/** What `GET /api/config` says of this server. */
export const readConfig = answer("config");
