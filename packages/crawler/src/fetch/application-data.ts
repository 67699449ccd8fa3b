import { type ApplicationData, applicationData, withApplicationData } from "@llmstxt-service/page/application-source";
import { DOCC_TYPE, doccData } from "@llmstxt-service/page/docc-source";
import { toCrawlError } from "@llmstxt-service/page/errors";
import { admitPage } from "./admit-page.ts";
import type { Fetch, Fetched, FetchRequest } from "./fetch.ts";
import type { PlainRung } from "./http/http.ts";

const JSON_TYPE = /^application\/json\b/i;
/** The ids of the elements that Next, Nuxt and Gatsby draw in begin so: pages without one are not decoded. */
const ROOT_ID = 'id="__';

/**
 * Pages by plain requests. Where the answer is the shell of an application that loads what the page says from a public
 * file, or has it in a script, these data stand for the page: no browser has to run the application.
 */
export function withData(plain: PlainRung): Fetch {
  return async (request, signal) => {
    const answer = await plain(request, signal, (head) => admitPage(head, request.url));
    if (answer.status !== 200) return answer;
    const docc = doccData(answer.body, answer.url);
    const html = docc === undefined ? shellOf(answer) : "";
    const data: ApplicationData | undefined =
      docc === undefined ? applicationData(html, answer.url) : { type: "at", url: docc };
    if (data === undefined) return answer;
    if (data.type === "here") return shown(answer, html, { body: new TextEncoder().encode(data.json), ...NOTHING });
    const file = await loaded(plain, { ...request, url: data.url }, signal);
    if (file === undefined) return answer;
    return docc === undefined ? shown(answer, html, file) : standingFor(answer, DOCC_TYPE, file);
  };
}

/** The text of a page that may be the shell of an application; empty for every other page. */
function shellOf({ body }: Fetched): string {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  return bytes.includes(ROOT_ID) ? bytes.toString() : "";
}

/** The file that an application would load; undefined where there is none, or none that may be asked for. */
async function loaded(plain: PlainRung, request: FetchRequest, signal: AbortSignal): Promise<Fetched | undefined> {
  if (request.once || request.mayFollow?.(request.url) === false) return undefined;
  try {
    const { validators: _, ...asked } = request;
    const file = await plain({ ...asked, accept: "application/json" }, signal);
    return file.status === 200 && JSON_TYPE.test(file.headers["content-type"] ?? "") ? file : undefined;
  } catch (thrown) {
    if (toCrawlError(thrown).code === "aborted") throw thrown;
    // Without the file the answer stays the shell, which a browser may run.
    return undefined;
  }
}

/** An answer's data, and what it cost to get them. */
type Data = Pick<Fetched, "body" | "wireBytes" | "elapsedMs">;
const NOTHING = { wireBytes: 0, elapsedMs: 0 };

/** The shell with what its data show, where that is a page. */
async function shown(shell: Fetched, html: string, data: Data): Promise<Fetched> {
  const filled = await withApplicationData(html, new TextDecoder().decode(data.body), shell.url);
  if (filled === undefined) return shell;
  return standingFor(shell, "text/html; charset=utf-8", { ...data, body: new TextEncoder().encode(filled) });
}

/** The data as the answer for the page, without the shell's validators, which name no version of the data. */
function standingFor({ headers, ...shell }: Fetched, type: string, data: Data): Fetched {
  const { etag: _etag, "last-modified": _modified, ...own } = headers;
  return {
    ...shell,
    headers: { ...own, "content-type": type },
    body: data.body,
    wireBytes: shell.wireBytes + data.wireBytes,
    elapsedMs: shell.elapsedMs + data.elapsedMs,
  };
}
