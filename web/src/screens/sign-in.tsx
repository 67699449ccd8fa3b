import type { Config } from "@llmstxt-service/service/shapes";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { Button, Icon } from "../parts/button.tsx";
import { CallError, call, troubleOf } from "../state/call.ts";
import { begun, session } from "../state/session.ts";
import { useStore } from "../state/store.ts";

const PROMISES = [
  "This tab stays signed in until you close it, or sign out",
  "The key is kept by this tab alone",
  "Never put in a URL",
];

function useSignIn() {
  const { hasEnded } = useStore(session);
  const [isBusy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState(hasEnded ? "The server no longer takes this key. Sign in again." : "");
  const submit = async (key: string) => {
    if (key === "") return setTrouble("Enter your API key.");
    setBusy(true);
    setTrouble("");
    try {
      await call<Config>("/api/config", { key });
      begun(key);
    } catch (thrown) {
      const isWrong = thrown instanceof CallError && thrown.status === 401;
      setTrouble(isWrong ? "That key is not correct." : troubleOf(thrown));
      setBusy(false);
    }
  };
  return { isBusy, error: trouble, submit };
}

function KeyField({ wrong }: { readonly wrong: boolean }) {
  const [shown, setShown] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  // After a refused key the field has the focus again.
  useLayoutEffect(() => field.current?.focus(), [wrong]);
  useLayoutEffect(() => {
    if (field.current) field.current.type = shown ? "text" : "password";
  }, [shown]);
  return (
    <div class="relative flex">
      <input
        ref={field}
        id="key"
        name="key"
        class={`input h-[42px] flex-1 pr-11 font-mono ${wrong ? "border-bad" : ""}`}
        type="password"
        autocomplete="current-password"
        spellcheck={false}
        required
        aria-invalid={wrong}
        aria-describedby="key-error"
      />
      <Button
        icon="eye"
        class="btn-icon btn-quiet absolute top-1 right-1"
        aria-label="Show the key"
        aria-pressed={shown}
        onClick={() => setShown(!shown)}
      />
    </div>
  );
}

/** Screen shown instead of all others while the server asks for a key and nobody is signed in. */
export function SignIn() {
  const { isBusy, error, submit } = useSignIn();
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!(event.currentTarget instanceof HTMLFormElement)) return;
    const key = new FormData(event.currentTarget).get("key");
    if (typeof key === "string") void submit(key.trim());
  };
  return (
    <div class="grid grid-cols-[minmax(0,1fr)] justify-items-center px-6 pt-[13vh] pb-16 phone:px-4 phone:pt-10">
      <form class="panel w-full max-w-[408px] p-7 phone:px-5 phone:py-[22px]" noValidate onSubmit={onSubmit}>
        <h1 class="text-xl/[26px] font-semibold tracking-[-0.025em]">Sign in with your API key</h1>
        <p class="mt-1.5 text-ink-2">Enter the API key that the operator of this service gave you.</p>
        <label class="mt-5 mb-1.5 block font-medium" for="key">
          API key
        </label>
        {/* Password managers store a password under a name. */}
        <input type="text" name="username" autocomplete="username" value="API key" hidden readOnly />
        <KeyField wrong={error !== ""} />
        <div id="key-error" role="alert">
          {error && (
            <p class="mt-2 flex items-start gap-[7px] text-bad">
              <Icon name="alert" class="mt-0.5" />
              {error}
            </p>
          )}
        </div>
        <Button
          label="Continue"
          type="submit"
          class="btn-primary mt-3.5 h-[42px] w-full text-[15px]"
          disabled={isBusy}
        />
        <ul class="mt-[18px] grid gap-[7px] border-t border-line pt-4 text-[13px] text-ink-3">
          {PROMISES.map((promise) => (
            <li key={promise} class="flex gap-[9px]">
              <Icon name="check" class="mt-0.5 size-[15px]" />
              {promise}
            </li>
          ))}
        </ul>
      </form>
    </div>
  );
}
