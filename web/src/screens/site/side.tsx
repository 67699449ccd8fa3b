import type { Parsed } from "@llmstxt-service/document/check";
import type { Finding } from "@llmstxt-service/service/shapes";
import { Button, Icon } from "../../parts/button.tsx";
import { Code, Outside } from "../../parts/code.tsx";
import { count, some } from "../../words/amounts.ts";
import { editsOf } from "./edits.ts";
import { PutOnSite } from "./put-on-site.tsx";
import type { DocumentProps, SiteProps } from "./site-props.ts";
import type { Subject } from "./subject.ts";

const PANEL = "panel min-w-0 px-4 py-3.5";

/** Characters beyond which many agents read only the beginning. */
const READ_WHOLE = 50_000;

function Size({ text, subject }: { readonly text: string; readonly subject: Subject }) {
  const characters = [...text].length;
  const { summary } = subject;
  const isSaved = text === subject.document;
  const tokens = isSaved && summary ? summary.tokens : Math.ceil(characters / 4);
  return (
    <section class={`${PANEL} phone:order-6`}>
      <h2>Size</h2>
      <p class="mt-1 text-ink-2 tabular-nums">
        <b class="font-[550] text-ink">{count(characters)}</b> characters, about{" "}
        <b class="font-[550] text-ink">{count(tokens)}</b> tokens
      </p>
      {characters > READ_WHOLE && (
        <p class="mt-1.5 text-[13px]/[18px] text-ink-3">
          Longer than {count(READ_WHOLE)} characters: many agents read only its beginning. Lower the page limit or leave
          paths out under Settings.
        </p>
      )}
      {isSaved && summary !== null && summary.shortened > 0 && (
        <p class="mt-1.5 text-[13px]/[18px] text-ink-3">
          {some(summary.shortened, "excerpt")} shortened to save space.
        </p>
      )}
    </section>
  );
}

const LOOPBACK = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\]|0\.0\.0\.0)$/;

function Hosted({ subject }: { readonly subject: Subject }) {
  const { fileUrl, site } = subject;
  if (site?.notStoredSince)
    return (
      <section class={`${PANEL} phone:order-1`}>
        <h2>Hosted at</h2>
        <p class="mt-1 text-[13px]/[18px] text-warn">
          The newest text is not stored yet: the store did not take it. It is tried again every few minutes.
        </p>
      </section>
    );
  if (!fileUrl) return null;
  const isHidden = LOOPBACK.test(URL.parse(fileUrl)?.hostname ?? "") && !LOOPBACK.test(location.hostname);
  return (
    <section class={`${PANEL} phone:order-1`}>
      <h2>Hosted at</h2>
      <Code text={fileUrl} what="Hosted address" isEnd />
      <p class="mt-1.5 text-[13px]/[18px] text-ink-3">
        {isHidden ? (
          <>
            Only the server's own machine can open it. Set <code>PUBLIC_URL</code> on the server.
          </>
        ) : (
          <Outside url={fileUrl}>Open it</Outside>
        )}
      </p>
    </section>
  );
}

function Found({ finding: { level, line, message } }: { readonly finding: Finding }) {
  return (
    <li class="flex items-start gap-2 text-[13px]/[18px]">
      <Icon name="alert" class={`mt-px ${level === "error" ? "text-bad" : "text-warn"}`} />
      <span class="min-w-0 wrap-anywhere">
        {message}
        {line > 0 && <span class="text-ink-3"> Line {count(line)}.</span>}
      </span>
    </li>
  );
}

/** Findings shown at once; the rest is folded. */
const AT_ONCE = 5;

/** The findings of a text, one line each. */
export function Findings({ findings }: { readonly findings: readonly Finding[] }) {
  if (findings.length === 0)
    return (
      <p class="flex items-center gap-2 text-ok">
        <Icon name="check" />
        No issues
      </p>
    );
  const more = findings.slice(AT_ONCE);
  const list = (some: readonly Finding[]) => (
    <ul class="grid gap-2">
      {some.map((finding) => (
        <Found key={`${finding.code} ${finding.line}`} finding={finding} />
      ))}
    </ul>
  );
  return (
    <>
      {list(findings.slice(0, AT_ONCE))}
      {more.length > 0 && (
        <details>
          <summary class="mt-2 text-[13px] text-link">{some(more.length, "more issue")}</summary>
          <div class="mt-2">{list(more)}</div>
        </details>
      )}
    </>
  );
}

/** Every edit, saved or not, each with a button to undo it. */
function Edits({ subject, editing, document }: DocumentProps) {
  const titles = new Map(
    document.sections.flatMap(({ items }) => items.map(({ url, title }) => [url, title] as const)),
  );
  const edits = editsOf(editing.draft, (address) => titles.get(address) ?? address);
  if (edits.length === 0) return null;
  const saved = new Set(editsOf(subject.overlay, (address) => address).map(({ key }) => key));
  return (
    <section class={`${PANEL} phone:order-2`}>
      <h2>Your edits</h2>
      <p class="text-[13px]/[18px] text-ink-3">Applied again after every crawl.</p>
      <ul class="mt-2 grid gap-2">
        {edits.map(({ key, icon, what, of, without }) => (
          <li key={key} class="flex items-start gap-2 text-[13px]/[18px]">
            <Icon name={icon} class="mt-px text-run" />
            <span class="min-w-0 flex-1 wrap-anywhere">
              {what}
              {!saved.has(key) && <span class="text-warn">, not saved</span>}
              <span class="block text-ink-3" dir="auto">
                {of}
              </span>
            </span>
            <Button
              label="Remove"
              class="btn-small btn-quiet -my-1"
              aria-label={`Remove: ${what}, ${of}`}
              onClick={() => editing.change(without)}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface SideProps extends SiteProps {
  readonly document: Parsed;
  readonly text: string;
}

/** Facts about the file, and the panel for publishing. */
export function Side({ subject, editing, document, text }: SideProps) {
  return (
    <aside aria-label="About the file" class="grid grid-cols-1 gap-3.5 phone:contents">
      <Edits subject={subject} editing={editing} document={document} />
      <Hosted subject={subject} />
      <PutOnSite subject={subject} name={document.name} />
      <Size text={text} subject={subject} />
      {!editing.isChanged && subject.summary && (
        <section class={`${PANEL} phone:order-2`}>
          <h2 class="mb-1">Check</h2>
          <Findings findings={subject.summary.findings} />
        </section>
      )}
    </aside>
  );
}
