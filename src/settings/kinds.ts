// The kinds of values that settings have: each reads one environment variable, or says what it must be.
import { isIP } from "node:net";
import { Cron } from "croner";
import * as z from "zod";

export const text = z.string().max(2_000, "must be at most 2,000 characters");
/** Made anew each time: an explanation belongs to one schema. */
export const secret = () => text.optional();
export const flag = z.stringbool({ error: "must be true or false" });

/** Digits only: `1e3`, `0x10` and `5.0` are more likely slips than numbers. */
export const wholeNumber = (min: number, max: number) =>
  text
    .refine(
      (digits) => /^\d{1,9}$/.test(digits) && Number(digits) >= min && Number(digits) <= max,
      `must be a whole number from ${min} to ${max}`,
    )
    .transform(Number);

const MAX_FIELDS = 20;

/** Fields of requests as OpenTelemetry writes them: `name=value` separated by commas, values percent-encoded. */
export const fieldList = text
  .transform((list) => list.split(",").map((pair) => pair.split(/=(.*)/s, 2).map((part) => part.trim())))
  .refine(
    (pairs) =>
      pairs.length <= MAX_FIELDS &&
      pairs.every(([name = "", value]) => /^[\w-]+$/.test(name) && value !== undefined && isDecodable(value)),
    "must be fields such as api-key=…, separated by commas, values percent-encoded",
  )
  .transform((pairs) => Object.fromEntries(pairs.map(([name = "", value = ""]) => [name, decodeURIComponent(value)])));

function isDecodable(value: string): boolean {
  try {
    // A line break in a field would begin another.
    return !/[\0-\x1f\x7f]/.test(decodeURIComponent(value));
  } catch {
    return false; // URIError
  }
}

/** An address that paths are added to; its trailing slash goes. */
export const address = (...protocols: readonly string[]) =>
  text
    .refine(
      (value) => protocols.includes(URL.parse(value)?.protocol ?? ""),
      `must begin with ${protocols.join("// or ")}//`,
    )
    // Bound: a setting of our own.
    .transform((value) => value.replace(/\/+$/, ""));

/** One of ours or of a service with a key of its own: a password in it would stand in logs and error messages. */
export const webAddress = () =>
  address("http:", "https:").refine((value) => {
    const url = URL.parse(value);
    return url?.username === "" && url.password === "";
  }, "must not have a user name or a password in it");

/** A proxy's address, with or without a user name and password; `http://` is put before a bare host and port. */
export const forwardProxy = () =>
  text
    .transform((value) => (value.includes("://") ? value : `http://${value}`))
    .refine(
      (value) => /^https?:$/.test(URL.parse(value)?.protocol ?? ""),
      "must be a proxy such as http://proxy.example:3128",
    );

/** An address that is asked as it stands. */
export const hookAddress = text.refine((value) => {
  const url = URL.parse(value);
  return /^https?:$/.test(url?.protocol ?? "") && url?.username === "" && url.password === "";
}, "must begin with http:// or https://, without a user name or a password");

export const smtpAddress = text.refine((value) => {
  const url = URL.parse(value);
  return /^smtps?:$/.test(url?.protocol ?? "") && url?.hostname !== "";
}, "must begin with smtp:// or smtps://");

/** One mailbox, without a name. */
export const mailbox = z.email("must be an e-mail address").max(254, "must be at most 254 characters");

/** Words of a list, each one of those known. */
export const listOf = <const T extends string>(known: readonly T[]) =>
  text
    .transform((list) =>
      list
        .split(",")
        .map((word) => word.trim())
        .filter(Boolean),
    )
    .pipe(z.array(z.enum(known), { error: `must be some of ${known.join(", ")}, separated by commas` }));

/** `0.5`: a half. */
export const share = text
  .refine(
    (value) => /^(?:0|1|[01]?\.\d{1,6})$/.test(value) && Number(value) <= 1,
    "must be a number from 0 to 1, such as 0.5",
  )
  .transform(Number);

export const origins = text
  .transform((list) =>
    list
      .split(",")
      .map((origin) => origin.trim().replace(/\/$/, ""))
      .filter(Boolean),
  )
  .refine((list) => list.every((origin) => origin === "*" || URL.parse(origin)?.origin === origin), {
    error: "must be origins such as https://app.example, separated by commas",
  });

const MAX_PROXIES = 32;

/** How many proxies, or which: that there is one says nothing of what the client itself wrote into the field. */
export const trustedProxies = text
  .transform((value) => (/^\d{1,2}$/.test(value) ? Number(value) : value.split(",").map((part) => part.trim())))
  .refine((value) => (typeof value === "number" ? value <= MAX_PROXIES : value.every(isNetwork)), {
    error:
      "must say how many proxies stand in front, such as 1, or their addresses or networks, such as 10.0.0.0/8, separated by commas",
  });

function isNetwork(text: string): boolean {
  const [address = "", bits, ...more] = text.split("/");
  const version = isIP(address);
  if (version === 0 || more.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}

export const databaseUrl = text.refine(
  (value) => value === "none" || /^postgres(ql)?:$/.test(URL.parse(value)?.protocol ?? ""),
  "must begin with postgres://, or be none",
);

/** Empty: none. */
export const cronExpression = text.refine(
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
