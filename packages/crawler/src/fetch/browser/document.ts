import { CrawlError } from "@llmstxt-service/page/errors";
import type { CDPSession } from "playwright-core";
import { withTimeLimit } from "../../waiting/time-limit.ts";
import { tooLarge } from "../http/http.ts";
import { busy } from "./page-error.ts";

const READ_MS = 5_000;
/** Most readings of a page whose document is replaced while it is read. */
const MAX_READINGS = 3;

/** The document with its open shadow roots, as HTML; its length alone when that is more than a page may have. */
const OUTER_HTML = (maxLength: number) => `(() => {
  const shadowRoots = [];
  const collect = (root) => {
    for (const { shadowRoot } of root.querySelectorAll("*")) {
      if (shadowRoot) { shadowRoots.push(shadowRoot); collect(shadowRoot); }
    }
  };
  collect(document);
  const root = document.documentElement;
  const tag = root.cloneNode(false).outerHTML.replace(/<\\/html>$/i, "");
  const html = "<!DOCTYPE html>" + tag + root.getHTML({ shadowRoots }) + "</html>";
  return html.length > ${maxLength} ? html.length : html;
})()`;

/**
 * Reads the main frame's document. `settle` is called again when a script went elsewhere in the middle of it.
 * @throws CrawlError `too_large`, `timeout` when the page's scripts do not let go
 */
export async function readDocument(
  session: CDPSession,
  settle: () => Promise<void>,
  maxBytes: number,
): Promise<string> {
  for (let reading = 1; ; reading++) {
    try {
      const html = await withTimeLimit(READ_MS, evaluate(session, OUTER_HTML(maxBytes)), busy);
      if (typeof html !== "string") throw tooLarge(maxBytes);
      return html;
    } catch (thrown) {
      if (thrown instanceof CrawlError || reading === MAX_READINGS) throw thrown;
      await settle();
    }
  }
}

/**
 * Evaluates an expression, or the promise that it gives, in an isolated world, where the page's scripts cannot have replaced
 * functions that we call.
 * @throws Error when the document goes meanwhile
 */
export async function evaluate(session: CDPSession, expression: string): Promise<unknown> {
  const { frameTree } = await session.send("Page.getFrameTree");
  const { executionContextId: contextId } = await session.send("Page.createIsolatedWorld", {
    frameId: frameTree.frame.id,
    worldName: "llmstxt",
  });
  const { result, exceptionDetails } = await session.send("Runtime.evaluate", {
    expression,
    contextId,
    awaitPromise: true,
    returnByValue: true,
  });
  if (exceptionDetails !== undefined)
    throw new CrawlError("bad_response", { detail: `unreadable: ${exceptionDetails.text}` });
  return result.value;
}
