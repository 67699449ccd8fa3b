/** Parameters that say where a visitor came from, never what is shown. */
const TRACKING =
  /^(utm_\w+|gclid|gclsrc|dclid|gbraid|wbraid|gad_\w+|srsltid|fbclid|msclkid|yclid|ttclid|twclid|igshid|igsh|mibextid|li_fat_id|epik|s_kwcid|ef_id|mc_[ce]id|mkt_tok|vero_id|oly_\w+_id|hsa_\w+|pk_\w+|mtm_\w+|_hsenc|_hsmi|__hs\w+|_openstat|_ga|_gac|_gl|_ke|ref|ref_src)$/i;

/** Parameters that name a visit; a new one on every answer makes one page look like many. */
const SESSION = /^(phpsessid|jsessionid|aspsessionid\w*|session_?id|sessid|sid|cfid|cftoken|oscsid|zenid)$/i;

const SESSION_IN_PATH = /;(jsessionid|phpsessid|sid)=[^/;]*/gi;

/**
 * A query's parameters without those of tracking and sessions. Works on the raw text: URLSearchParams would respell what it
 * does not touch (`%20` as `+`, `?a` as `?a=`).
 */
export function tellingParameters(search: string): readonly string[] {
  return search
    .replace(/^\?/, "")
    .split("&")
    .filter((parameter) => parameter !== "" && !isTracking(parameterName(parameter)));
}

export const parameterName = (parameter: string): string => parameter.split("=", 1)[0] ?? "";

export const withoutSession = (pathname: string): string => pathname.replace(SESSION_IN_PATH, "");

const isTracking = (name: string): boolean => TRACKING.test(name) || SESSION.test(name);
