import { DOCC_TYPE, doccData } from "@llmstxt-service/page/docc-source";
import { toCrawlError } from "@llmstxt-service/page/errors";
import { admitPage } from "./admit-page.ts";
import type { Fetch, Fetched } from "./fetch.ts";
import type { PlainRung } from "./http/http.ts";

const JSON_TYPE = /^application\/json\b/i;

/**
 * Pages by plain requests. Where the answer is the shell of an application that loads what the page says from a public
 * file, the file is asked for, and stands for the page: no browser has to run the application.
 */
export function applicationData(plain: PlainRung): Fetch {
  return async (request, signal) => {
    const answer = await plain(request, signal, (head) => admitPage(head, request.url));
    const url = answer.status === 200 ? doccData(answer.body, answer.url) : undefined;
    if (url === undefined || request.once || request.mayFollow?.(url) === false) return answer;
    try {
      const { validators: _, ...asked } = request;
      const data = await plain({ ...asked, url, accept: "application/json" }, signal);
      return isJson(data) ? standingFor(answer, data) : answer;
    } catch (thrown) {
      if (toCrawlError(thrown).code === "aborted") throw thrown;
      // Without the file the answer stays the shell, which a browser may run.
      return answer;
    }
  };
}

const isJson = ({ status, headers }: Fetched): boolean =>
  status === 200 && JSON_TYPE.test(headers["content-type"] ?? "");

/** The data as the answer for the page, without the shell's validators, which name no version of the data. */
function standingFor({ headers, ...shell }: Fetched, data: Fetched): Fetched {
  const { etag: _etag, "last-modified": _modified, ...own } = headers;
  return {
    ...shell,
    headers: { ...own, "content-type": DOCC_TYPE },
    body: data.body,
    wireBytes: shell.wireBytes + data.wireBytes,
    elapsedMs: shell.elapsedMs + data.elapsedMs,
  };
}
