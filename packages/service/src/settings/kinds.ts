// Kinds of settings' values. Each is a schema of an environment variable's text, whose message says what the value must
// be.
import { isIP } from "node:net";
import { Cron } from "croner";
import * as z from "zod/mini";
import type { SettingKind } from "./setting.ts";

const MAX_CHARACTERS = 2_000;

export const text = z.string().check(z.maxLength(MAX_CHARACTERS, "must be at most 2,000 characters"));

/** A kind whose values `parse` makes of the text; it returns undefined for a wrong text. */
const parsed = <Value>(parse: (text: string) => Value | undefined, must: string): SettingKind<Value> =>
  z.pipe(
    text,
    z.transform((input, { issues }) => {
      const value = parse(input);
      if (value !== undefined) return value;
      issues.push({ code: "custom", message: must, input });
      return z.NEVER;
    }),
  );

/** A kind whose values are the texts themselves. */
const matching = (passes: (text: string) => boolean, must: string): SettingKind<string> =>
  text.check(z.refine(passes, must));

export const flag = z.stringbool({ error: "must be true or false" });

/** A whole number, of digits only: `1e3`, `0x10` and `5.0` are more likely mistakes. */
export const wholeNumber = (min: number, max: number): SettingKind<number> =>
  parsed(
    (digits) =>
      /^\d{1,9}$/.test(digits) && Number(digits) >= min && Number(digits) <= max ? Number(digits) : undefined,
    `must be a whole number from ${min} to ${max}`,
  );

export const oneOf = <const Word extends string>(words: readonly Word[]) =>
  z.enum(words, { error: `must be ${words.slice(0, -1).join(", ")} or ${words.at(-1)}` });

export const fieldValue = matching((value) => /^[\x21-\x7e][\x20-\x7e]*$/.test(value), "must be printable ASCII");

/** A secret that is too long to be guessed. */
export const longText = (min: number): SettingKind<string> =>
  text.check(z.minLength(min, `must have ${min} characters or more`));

const hasPassword = ({ username, password }: URL): boolean => username !== "" || password !== "";

/** The parsed address; undefined if it has none of these protocols. */
function parsedAddress(value: string, protocols: readonly string[]): URL | undefined {
  const url = URL.parse(value);
  return url !== null && protocols.includes(url.protocol) ? url : undefined;
}

/** An address that paths are appended to, without its slash at the end. */
export const address = (...protocols: readonly string[]): SettingKind<string> =>
  parsed(
    // Bound: a setting of our own.
    (value) => (parsedAddress(value, protocols) ? value.replace(/\/+$/, "") : undefined),
    `must begin with ${protocols.join("// or ")}//`,
  );

/** An http(s) address without a password, which would appear in logs and error messages. */
export const webAddress: SettingKind<string> = z.pipe(
  address("http:", "https:"),
  z.string().check(z.refine((value) => !hasPassword(new URL(value)), "must not have a user name or a password in it")),
);

/** A proxy's address, with or without a user name and password; `http://` is put before a bare host and port. */
export const forwardProxy = parsed((value) => {
  const address = value.includes("://") ? value : `http://${value}`;
  return parsedAddress(address, ["http:", "https:"]) && address;
}, "must be a proxy such as http://proxy.example:3128");

export const smtpAddress = matching(
  (value) => Boolean(parsedAddress(value, ["smtp:", "smtps:"])?.hostname),
  "must begin with smtp:// or smtps://",
);

const parts = (list: string) =>
  list
    .split(",")
    .map((part) => part.trim())
    .filter(Boolean);

export const listOf = <const Word extends string>(known: readonly Word[]): SettingKind<readonly Word[]> =>
  parsed(
    (list) => {
      const words = parts(list);
      const value = words.flatMap((word) => known.find((one) => one === word) ?? []);
      return value.length === words.length ? value : undefined;
    },
    `must be some of ${known.join(", ")}, separated by commas`,
  );

/** A share from 0 to 1, such as `0.5`. */
export const share = parsed(
  (value) => (/^(?:0|1|[01]?\.\d{1,6})$/.test(value) && Number(value) <= 1 ? Number(value) : undefined),
  "must be a number from 0 to 1, such as 0.5",
);

export const origins: SettingKind<readonly string[]> = parsed((list) => {
  const found = parts(list).map((origin) => origin.replace(/\/$/, ""));
  return found.every((origin) => origin === "*" || URL.parse(origin)?.origin === origin) ? found : undefined;
}, "must be origins such as https://app.example, separated by commas");

const MAX_PROXIES = 32;

/**
 * Number of trusted proxies, or their addresses. A plain yes is refused: it would trust addresses that clients write
 * into the field.
 */
export const trustedProxies: SettingKind<number | readonly string[]> = parsed((value) => {
  if (/^\d{1,2}$/.test(value)) return Number(value) <= MAX_PROXIES ? Number(value) : undefined;
  const networks = value.split(",").map((part) => part.trim());
  return networks.every(isNetwork) ? networks : undefined;
}, "must say how many proxies stand in front, such as 1, or their addresses or networks, such as 10.0.0.0/8, separated by commas");

function isNetwork(text: string): boolean {
  const [address = "", bits, ...more] = text.split("/");
  const version = isIP(address);
  if (version === 0 || more.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}

export const databaseUrl = matching(
  (value) => value === "none" || parsedAddress(value, ["postgres:", "postgresql:"]) !== undefined,
  "must begin with postgres://, or be none",
);

/** A cron expression; empty: none. */
export const cronExpression = matching(
  (value) => value === "" || isCronExpression(value),
  "must be a cron expression such as 0 3 * * *, or empty",
);

function isCronExpression(value: string): boolean {
  try {
    return new Cron(value, { paused: true }).nextRun() !== null;
  } catch {
    // Only a wrong pattern makes it throw.
    return false;
  }
}
