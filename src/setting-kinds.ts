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
