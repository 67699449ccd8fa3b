/** The `Retry-After` field in milliseconds (RFC 9110, 10.2.3: seconds or a date); undefined where there is none or it cannot be read. */
export function retryAfterMs(headers: Headers): number | undefined {
  const field = headers.get("retry-after")?.trim();
  if (field === undefined) return undefined;
  if (/^\d+$/.test(field)) return Number(field) * 1_000;
  const date = Date.parse(field);
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now());
}
