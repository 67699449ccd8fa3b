// The kinds of values that settings have: each reads one environment variable, or says what it must be.
import { isIP } from "node:net";
import { Cron } from "croner";
import { as, type Kind, where } from "./setting.ts";

const MAX_CHARACTERS = 2_000;

export const text: Kind<string> = (value) =>
  value.length > MAX_CHARACTERS ? { must: "must be at most 2,000 characters" } : { value };

const YES: readonly string[] = ["true", "1", "yes", "on", "y", "enabled"];
const NO: readonly string[] = ["false", "0", "no", "off", "n", "disabled"];

export const flag: Kind<boolean> = (word) => {
  const isYes = YES.includes(word.toLowerCase());
  return isYes || NO.includes(word.toLowerCase()) ? { value: isYes } : { must: "must be true or false" };
};

/** Digits only: `1e3`, `0x10` and `5.0` are more likely slips than numbers. */
export const wholeNumber = (min: number, max: number): Kind<number> =>
  as(
    where(
      text,
      (digits) => /^\d{1,9}$/.test(digits) && Number(digits) >= min && Number(digits) <= max,
      `must be a whole number from ${min} to ${max}`,
    ),
    Number,
  );

export const oneOf =
  <const Word extends string>(words: readonly Word[]): Kind<Word> =>
  (word) => {
    const value = words.find((known) => known === word);
    return value === undefined ? { must: `must be ${words.slice(0, -1).join(", ")} or ${words.at(-1)}` } : { value };
  };

/** The value of a header field. */
export const fieldValue: Kind<string> = where(
  text,
  (value) => /^[\x21-\x7e][\x20-\x7e]*$/.test(value),
  "must be printable ASCII",
);

/** A secret that cannot be found by trying. */
export const longText = (min: number): Kind<string> =>
  where(text, ({ length }) => length >= min, `must have ${min} characters or more`);

const MAX_FIELDS = 20;

/** Fields of requests as OpenTelemetry writes them: `name=value` separated by commas, values percent-encoded. */
export const fieldList: Kind<Record<string, string>> = as(
  where(
    as(text, (list) => list.split(",").map((pair) => pair.split(/=(.*)/s, 2).map((part) => part.trim()))),
    (pairs) =>
      pairs.length <= MAX_FIELDS &&
      pairs.every(([name = "", value]) => /^[\w-]+$/.test(name) && value !== undefined && isDecodable(value)),
    "must be fields such as api-key=…, separated by commas, values percent-encoded",
  ),
  (pairs) => Object.fromEntries(pairs.map(([name = "", value = ""]) => [name, decodeURIComponent(value)])),
);

function isDecodable(value: string): boolean {
  try {
    // A line break in a field would begin another.
    return !/[\0-\x1f\x7f]/.test(decodeURIComponent(value));
  } catch {
    return false; // URIError
  }
}

/** An address that paths are added to; its trailing slash goes. */
export const address = (...protocols: readonly string[]): Kind<string> =>
  as(
    where(
      text,
      (value) => protocols.includes(URL.parse(value)?.protocol ?? ""),
      `must begin with ${protocols.join("// or ")}//`,
    ),
    // Bound: a setting of our own.
    (value) => value.replace(/\/+$/, ""),
  );

/** One of ours or of a service with a key of its own: a password in it would stand in logs and error messages. */
export const webAddress: Kind<string> = where(
  address("http:", "https:"),
  (value) => {
    const url = URL.parse(value);
    return url?.username === "" && url.password === "";
  },
  "must not have a user name or a password in it",
);

/** A proxy's address, with or without a user name and password; `http://` is put before a bare host and port. */
export const forwardProxy: Kind<string> = where(
  as(text, (value) => (value.includes("://") ? value : `http://${value}`)),
  (value) => /^https?:$/.test(URL.parse(value)?.protocol ?? ""),
  "must be a proxy such as http://proxy.example:3128",
);

/** An address that is asked as it stands. */
export const hookAddress: Kind<string> = where(
  text,
  (value) => {
    const url = URL.parse(value);
    return /^https?:$/.test(url?.protocol ?? "") && url?.username === "" && url.password === "";
  },
  "must begin with http:// or https://, without a user name or a password",
);

export const smtpAddress: Kind<string> = where(
  text,
  (value) => {
    const url = URL.parse(value);
    return /^smtps?:$/.test(url?.protocol ?? "") && url?.hostname !== "";
  },
  "must begin with smtp:// or smtps://",
);

const MAX_MAILBOX = 254;

/** One mailbox, without a name. */
export const mailbox: Kind<string> = where(
  where(text, ({ length }) => length <= MAX_MAILBOX, `must be at most ${MAX_MAILBOX} characters`),
  (value) => /^[\w'+-]+(?:\.[\w'+-]+)*(?<!')@(?:[a-z\d][a-z\d-]*\.)+[a-z]{2,}$/i.test(value),
  "must be an e-mail address",
);

const parts = (list: string) =>
  list
    .split(",")
    .map((part) => part.trim())
    .filter(Boolean);

/** Words of a list, each one of those known. */
export const listOf =
  <const Word extends string>(known: readonly Word[]): Kind<readonly Word[]> =>
  (list) => {
    const words = parts(list);
    const value = words.flatMap((word) => known.find((one) => one === word) ?? []);
    return value.length === words.length
      ? { value }
      : { must: `must be some of ${known.join(", ")}, separated by commas` };
  };

/** `0.5`: a half. */
export const share: Kind<number> = as(
  where(
    text,
    (value) => /^(?:0|1|[01]?\.\d{1,6})$/.test(value) && Number(value) <= 1,
    "must be a number from 0 to 1, such as 0.5",
  ),
  Number,
);

export const origins: Kind<readonly string[]> = where(
  as(text, (list) => parts(list).map((origin) => origin.replace(/\/$/, ""))),
  (list) => list.every((origin) => origin === "*" || URL.parse(origin)?.origin === origin),
  "must be origins such as https://app.example, separated by commas",
);

const MAX_PROXIES = 32;

/** How many proxies, or which: that there is one says nothing of what the client itself wrote into the field. */
export const trustedProxies: Kind<number | readonly string[]> = where(
  as(text, (value) => (/^\d{1,2}$/.test(value) ? Number(value) : value.split(",").map((part) => part.trim()))),
  (value) => (typeof value === "number" ? value <= MAX_PROXIES : value.every(isNetwork)),
  "must say how many proxies stand in front, such as 1, or their addresses or networks, such as 10.0.0.0/8, separated by commas",
);

function isNetwork(text: string): boolean {
  const [address = "", bits, ...more] = text.split("/");
  const version = isIP(address);
  if (version === 0 || more.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}

export const databaseUrl: Kind<string> = where(
  text,
  (value) => value === "none" || /^postgres(ql)?:$/.test(URL.parse(value)?.protocol ?? ""),
  "must begin with postgres://, or be none",
);

/** Empty: none. */
export const cronExpression: Kind<string> = where(
  text,
  (value) => value === "" || isCronExpression(value),
  "must be a cron expression such as 0 3 * * *, or empty",
);

function isCronExpression(value: string): boolean {
  try {
    return new Cron(value, { paused: true }).nextRun() !== null;
  } catch {
    // The only thing it throws is what is wrong with the pattern.
    return false;
  }
}
