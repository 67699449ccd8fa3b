import { useEffect, useRef, useState } from "preact/hooks";
import { Icon } from "../../parts/icon.tsx";
import { useKeys } from "../../parts/keys.ts";
import type { ServerConfig } from "../../protocol/config.ts";
import { crawlRequest, fitOptions, keepOptions, keptOptions, type Options } from "../../state/options.ts";
import { refusal } from "../../state/refusal.ts";
import { goTo, href } from "../../state/route.ts";
import { startCrawl } from "../../state/run.ts";
import { useStore } from "../../state/store.ts";
import { type AddressCheck, checkAddress } from "../../words/addresses.ts";
import { typedAddress } from "./form-state.ts";
import { OptionsPanel } from "./options-panel.tsx";

const PROMISES = ["Respects robots.txt", "Limits its request rate", "Links Markdown versions of pages"];

function FieldError({ check, onTake }: { readonly check: AddressCheck; readonly onTake: (url: string) => void }) {
  if (check.type === "good") return null;
  return (
    <p class="mt-2 flex items-start gap-[7px] text-bad">
      <Icon name="alert" class="mt-0.5" />
      <span>
        {check.type === "empty" && "Enter the address of a site."}
        {check.type === "wrong" && check.why}
        {check.type === "noScheme" && (
          <>
            The address needs http:// or https:// in front. Did you mean{" "}
            <button type="button" class="text-link underline underline-offset-3" onClick={() => onTake(check.meant)}>
              {check.meant}
            </button>
            ?
          </>
        )}
      </span>
    </p>
  );
}

interface AddressBoxProps {
  readonly check: AddressCheck;
  readonly onTyped: (typed: string) => void;
}

/** The field has the focus when the page opens, and gets it back whenever it is wrong. */
function AddressBox({ check, onTyped }: AddressBoxProps) {
  const field = useRef<HTMLInputElement>(null);
  const wrong = check.type !== "good";
  const typed = useStore(typedAddress);
  // Each new verdict is a reason to look at the field.
  useEffect(() => field.current?.focus({ preventScroll: true }), [check]);
  useKeys((event) => {
    if (event.key !== "/") return;
    event.preventDefault();
    field.current?.focus();
  });
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
      />
      <button
        type="submit"
        class="btn btn-primary h-[42px] rounded-lg px-[18px] text-[15px] phone:mx-1.5 phone:mb-1.5 phone:h-[46px] phone:w-full"
      >
        Generate
      </button>
    </div>
  );
}

/** What the server refused, where it means the address or no field of its own. */
function refusedAddress(): AddressCheck {
  const refused = refusal.value;
  if (refused?.field !== "url" && refused?.field !== "other") return { type: "good", url: "" };
  return { type: "wrong", why: refused.why };
}

function useForm(config: ServerConfig) {
  const [options, setOptions] = useState<Options>(() => keptOptions(config));
  const [check, setCheck] = useState<AddressCheck>(refusedAddress);
  const type = (typed: string) => {
    typedAddress.set(typed);
    if (check.type !== "good" && checkAddress(typed).type === "good") setCheck({ type: "good", url: typed });
  };
  const submit = () => {
    const verdict = checkAddress(typedAddress.value);
    setCheck(verdict);
    if (verdict.type !== "good") return;
    const fitted = fitOptions(options, config);
    setOptions(fitted);
    keepOptions(fitted);
    startCrawl(crawlRequest(verdict.url, fitted));
    goTo(href.crawl);
  };
  return { options, setOptions, check, type, submit };
}

export function AddressForm({ config }: { readonly config: ServerConfig }) {
  const { options, setOptions, check, type, submit } = useForm(config);
  return (
    <form
      class="mt-[30px] phone:mt-[22px]"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <AddressBox check={check} onTyped={type} />
      <div id="url-error" role="alert">
        <FieldError check={check} onTake={type} />
      </div>
      <OptionsPanel options={options} config={config} onChange={setOptions} />
      <p class="mt-4 flex flex-wrap gap-x-[18px] gap-y-1.5 text-[13px] text-ink-3">
        {PROMISES.map((promise) => (
          <span key={promise} class="inline-flex items-center gap-1.5">
            <Icon name="check" class="size-3.5" />
            {promise}
          </span>
        ))}
      </p>
    </form>
  );
}
