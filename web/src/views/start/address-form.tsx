import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { Button } from "../../parts/button.tsx";
import { Filters } from "../../parts/filters.tsx";
import { Form } from "../../parts/form.tsx";
import { Icon } from "../../parts/icon.tsx";
import { useSlash } from "../../parts/keys.ts";
import type { ServerConfig } from "../../protocol/types.ts";
import { form, startCrawl } from "../../state/form.ts";
import { crawlRequest, fitOptions, globsIn, keepOptions, keptOptions, type Options } from "../../state/options.ts";
import { refusal } from "../../state/refusal.ts";
import { severalAddresses } from "../../state/site-lines.ts";
import { useStore } from "../../state/store.ts";
import { type AddressCheck, checkAddress } from "../../words/addresses.ts";
import { AddressProblem, Several } from "./address-problem.tsx";
import { OptionsPanel } from "./options-panel.tsx";

const PROMISES = ["Respects robots.txt", "Limits its request rate", "Links Markdown versions of pages"];

interface AddressBoxProps {
  readonly check: AddressCheck;
  readonly typed: string;
  /** True while the crawl is being requested. */
  readonly busy: boolean;
  readonly onTyped: (typed: string) => void;
  readonly onSeveral: (addresses: readonly string[]) => void;
}

/** Field for the address. It has the focus when the page opens, and whenever the address is wrong. */
function AddressBox({ check, typed, busy, onTyped, onSeveral }: AddressBoxProps) {
  const field = useRef<HTMLInputElement>(null);
  const wrong = check.type !== "good";
  // The focus is set after each check, before the first frame: later, the first letters typed would be lost.
  useLayoutEffect(() => field.current?.focus({ preventScroll: true }), [check]);
  useSlash(field);
  const edge = wrong
    ? "border-bad ring-4 ring-bad/12"
    : "border-line-2 focus-within:border-focus focus-within:ring-4 focus-within:ring-focus/16";
  return (
    <div
      class={`flex h-[58px] items-center gap-3 rounded-[13px] border-[1.5px] bg-panel pr-[7px] pl-[18px] shadow-panel phone:h-auto phone:flex-wrap phone:gap-0 phone:p-0 ${edge}`}
    >
      <Icon name="globe" class="size-[18px] text-ink-3 phone:ml-3.5" />
      <label class="sr-only" for="url">
        Address of the site
      </label>
      <input
        ref={field}
        id="url"
        name="url"
        type="url"
        inputmode="url"
        autocomplete="url"
        spellcheck={false}
        placeholder="https://docs.example.com"
        class="h-full min-w-0 flex-1 font-mono text-[17px]/6 tracking-[-0.02em] outline-none phone:h-[52px] phone:px-2.5 phone:text-base"
        value={typed}
        aria-invalid={wrong}
        aria-describedby="url-error"
        onInput={(event) => onTyped(event.currentTarget.value)}
        onPaste={(event) => {
          const addresses = severalAddresses(event.clipboardData?.getData("text") ?? "");
          if (addresses.length > 0) event.preventDefault();
          onSeveral(addresses);
        }}
      />
      <Button
        label={busy ? "Starting…" : "Generate"}
        type="submit"
        disabled={busy}
        class="btn-primary h-[42px] rounded-lg px-[18px] text-[15px] phone:mx-1.5 phone:mb-1.5 phone:h-[46px] phone:w-full"
      />
    </div>
  );
}

/** Refusal of the server that is about the address, or about no field. */
function refusedAddress(): AddressCheck {
  const refused = refusal.value;
  if (refused?.field !== "url" && refused?.field !== "other") return { type: "good", url: "" };
  return { type: "wrong", why: refused.why };
}

function useForm(config: ServerConfig) {
  const { address, options = keptOptions(config) } = useStore(form);
  const [check, setCheck] = useState<AddressCheck>(refusedAddress);
  const [busy, setBusy] = useState(false);
  const refused = useStore(refusal);
  // The server may refuse while the form is shown.
  useEffect(() => refused && setCheck(refusedAddress()), [refused]);
  const type = (typed: string) => {
    form.set({ address: typed, options });
    if (check.type !== "good" && checkAddress(typed).type === "good") setCheck({ type: "good", url: typed });
  };
  const choose = (chosen: Options) => form.set({ address, options: chosen });
  const submit = async () => {
    const verdict = checkAddress(address);
    setCheck(verdict);
    if (verdict.type !== "good") return;
    const fitted = fitOptions(options, config);
    keepOptions(fitted);
    form.set({ address: verdict.url, options: fitted });
    setBusy(true);
    await startCrawl(crawlRequest(verdict.url, fitted));
    setBusy(false);
  };
  return { address, options, choose, check, type, submit, busy };
}

export function AddressForm({ config }: { readonly config: ServerConfig }) {
  const { address, options, choose, check, type, submit, busy } = useForm(config);
  const [several, setSeveral] = useState<readonly string[]>([]);
  const filters = { include: globsIn(options.include), exclude: globsIn(options.exclude) };
  return (
    <Form class="mt-[30px] phone:mt-[22px]" noValidate onSend={submit}>
      <AddressBox check={check} typed={address} busy={busy} onTyped={type} onSeveral={setSeveral} />
      <div id="url-error" role="alert">
        <AddressProblem check={check} onTake={type} />
        <Several
          addresses={several}
          config={config}
          onTake={(url) => {
            setSeveral([]);
            type(url);
          }}
        />
      </div>
      <div class="mt-2.5 empty:hidden">
        <Filters request={filters} onClear={() => choose({ ...options, include: "", exclude: "" })} />
      </div>
      <OptionsPanel address={address} options={options} config={config} onChange={choose} />
      <p class="mt-4 flex flex-wrap gap-x-[18px] gap-y-1.5 text-[13px] text-ink-3">
        {PROMISES.map((promise) => (
          <span key={promise} class="inline-flex items-center gap-1.5">
            <Icon name="check" class="size-3.5" />
            {promise}
          </span>
        ))}
      </p>
    </Form>
  );
}
