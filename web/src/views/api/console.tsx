import { useState } from "preact/hooks";
import type { AskedCrawl } from "./examples.ts";
import { addressOf, type BodyField, type Operation } from "./operations.ts";
import { Outcome } from "./outcome.tsx";
import { useSending } from "./sending.ts";

interface ConsoleProps {
  readonly operations: readonly Operation[];
  readonly crawl: AskedCrawl;
}

/** What stands in the body to begin with. */
function bodyFor({ id, body }: Operation, crawl: AskedCrawl): string {
  if (body === undefined) return "";
  return JSON.stringify(id === "POST /api/crawls" ? crawl : {}, undefined, 2);
}

/** Sends requests from this page, with the person's own session. */
export function Console({ operations, crawl }: ConsoleProps) {
  const [id, setId] = useState(operations[0]?.id);
  const operation = operations.find((one) => one.id === id);
  return (
    <section class="panel min-w-0 p-4" aria-labelledby="console">
      <h2 id="console" class="mb-3 text-sm font-medium">
        Try a request
      </h2>
      <label class="mb-1.5 block text-[13.5px]" for="operation">
        Request
      </label>
      <select
        id="operation"
        class="select w-full font-mono text-[12.5px]"
        value={id}
        onChange={(event) => setId(event.currentTarget.value)}
      >
        {[...Map.groupBy(operations, ({ group }) => group)].map(([group, inside]) => (
          <optgroup key={group} label={group}>
            {inside.map((one) => (
              <option key={one.id} value={one.id}>
                {one.id}
              </option>
            ))}
          </optgroup>
        ))}
      </select>
      {operation && <Request key={operation.id} operation={operation} initial={bodyFor(operation, crawl)} />}
    </section>
  );
}

function Request({ operation, initial }: { readonly operation: Operation; readonly initial: string }) {
  const [given, setGiven] = useState<Readonly<Record<string, string>>>({});
  const [body, setBody] = useState(initial);
  const { sent, send, stop } = useSending();
  const address = addressOf(operation, given);
  const { method, parameters } = operation;
  return (
    <form
      class="mt-2 grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (address !== undefined) void send({ method, address, body: operation.body && body });
      }}
    >
      <p class="text-[13.5px] text-ink-2">{operation.about}</p>
      {parameters.map(({ name, about, place }) => (
        <div key={name}>
          <label class="mb-1 block text-[13px]" for={`parameter-${name}`}>
            <code>{name}</code>
            {place === "path" && <span class="text-ink-3"> required</span>}
            {about && <span class="text-ink-3"> {about}</span>}
          </label>
          <input
            id={`parameter-${name}`}
            class="input w-full font-mono text-[12.5px] phone:text-base"
            spellcheck={false}
            autocomplete="off"
            value={given[name] ?? ""}
            onInput={(event) => setGiven({ ...given, [name]: event.currentTarget.value })}
          />
        </div>
      ))}
      {operation.body && (
        <div>
          <label class="mb-1 block text-[13px]" for="request-body">
            Body, JSON
          </label>
          <textarea
            id="request-body"
            class="input h-auto min-h-36 w-full resize-y py-2 font-mono text-[12.5px]/5 phone:text-base"
            spellcheck={false}
            value={body}
            onInput={(event) => setBody(event.currentTarget.value)}
          />
          <Fields fields={operation.body} />
        </div>
      )}
      <div class="flex flex-wrap items-center gap-3">
        <button type="submit" class="btn btn-primary" disabled={address === undefined || sent?.type === "sending"}>
          Send {method}
        </button>
        {sent?.type === "sending" && (
          <button type="button" class="btn" onClick={stop}>
            Stop
          </button>
        )}
        <code class="min-w-0 flex-1 wrap-anywhere text-ink-3">{address ?? "Fill in what is required"}</code>
      </div>
      {sent && <Outcome sent={sent} />}
    </form>
  );
}

function Fields({ fields }: { readonly fields: readonly BodyField[] }) {
  if (fields.length === 0) return null;
  return (
    <details class="mt-1 text-[13px]">
      <summary class="text-ink-2 underline underline-offset-3">Fields of the body</summary>
      <dl class="mt-2 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1">
        {fields.map(({ name, type, fallback, about }) => (
          <>
            <dt>
              <code>{name}</code>
            </dt>
            <dd class="wrap-anywhere text-ink-3">
              {[type, fallback && `default ${fallback}`, about].filter(Boolean).join(" · ")}
            </dd>
          </>
        ))}
      </dl>
    </details>
  );
}
