import { useState } from "preact/hooks";
import { Button } from "../../parts/button.tsx";
import { Code } from "../../parts/code.tsx";
import { Select } from "../../parts/field.tsx";
import { download } from "../../parts/toast.tsx";
import { inShell } from "../../words/addresses.ts";
import type { Subject } from "./subject.ts";

interface Server {
  readonly value: string;
  readonly label: string;
  /** File that the line belongs into. */
  readonly where: string;
  readonly line: (path: string) => string;
}

const TYPE = "text/plain; charset=utf-8";

const HEADERS = (path: string): string => `${path}\n  Content-Type: ${TYPE}`;

/** Each sends the file as text in UTF-8; a path that would need quoting is not inserted. */
const SERVERS: readonly [Server, ...Server[]] = [
  {
    value: "nginx",
    label: "nginx",
    where: "in server { }",
    line: (path) => `location = ${path} { types {} default_type "${TYPE}"; }`,
  },
  {
    value: "caddy",
    label: "Caddy",
    where: "in the site's block",
    line: (path) => `header ${path} Content-Type "${TYPE}"`,
  },
  { value: "apache", label: "Apache", where: "in .htaccess beside the file", line: () => `AddType "${TYPE}" .txt` },
  { value: "netlify", label: "Netlify", where: "in _headers", line: HEADERS },
  { value: "cloudflare", label: "Cloudflare", where: "in _headers", line: HEADERS },
  {
    value: "vercel",
    label: "Vercel",
    where: "in vercel.json",
    line: (path) =>
      `{ "headers": [{ "source": "${path}", "headers": [{ "key": "Content-Type", "value": "${TYPE}" }] }] }`,
  },
];

/** Address at which models look for the file: at the end of the site's path. */
function targetOf(base: string): URL | undefined {
  const url = URL.parse(base);
  if (url === null) return undefined;
  const folder = url.pathname.endsWith("/") ? url.pathname : `${url.pathname}/`;
  return new URL(`${folder}llms.txt`, url.origin);
}

/** Panel for publishing: download, a line for the server, and the check. */
export function PutOnSite({ subject, name }: { readonly subject: Subject; readonly name: string }) {
  const [value, setValue] = useState(SERVERS[0].value);
  const server = SERVERS.find((one) => one.value === value) ?? SERVERS[0];
  const target = targetOf(subject.url);
  if (!target || subject.document === null) return null;
  const { document } = subject;
  return (
    <section class="panel min-w-0 px-4 py-3.5 phone:order-5" aria-labelledby="put">
      <h2 id="put">Put it on your site</h2>
      <ol class="mt-2 grid grid-cols-1 gap-3 text-[13px]/[18px] text-ink-2">
        <li class="min-w-0">
          1. Save the file as <code class="wrap-anywhere">{target.pathname}</code>
          <Button
            icon="down"
            label="Download"
            class="btn-small mt-1.5 flex!"
            onClick={() => download(document, "llms.txt")}
          />
        </li>
        <li class="min-w-0">
          <span class="flex flex-wrap items-center gap-x-2 gap-y-1">
            2. Add to
            <Select aria-label="Server" class="h-7! py-0" choices={SERVERS} value={value} onChange={setValue} />
            <span class="text-ink-3">{server.where}:</span>
          </span>
          <Code text={server.line(target.pathname)} what="Line for the server" />
        </li>
        <li class="min-w-0">
          3. Check it:
          <Code text={`curl -sSi ${inShell(target.href)}`} what="Check" />
          <span class="mt-1.5 block text-ink-3">
            It must say <code>200</code>, <code>text/plain</code> and begin with <code># {name}</code>
          </span>
        </li>
      </ol>
    </section>
  );
}
