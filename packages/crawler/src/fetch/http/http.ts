// The door of this folder: plain requests over HTTP/1.1.

export { codingOf, decodeBody, tooLarge } from "./body.ts";
export { type Admit, type HttpResponse, type ResponseHead, timedOut } from "./exchange.ts";
export { type PlainRung, plainRung } from "./plain.ts";
export { follow } from "./redirects.ts";
export { refusalIn } from "./refusal.ts";
export { isPassing, RetryBudget } from "./retries.ts";
export { openWire, type Wire } from "./wire.ts";
