import type { Begun, Config } from "@llmstxt-service/service/shapes";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { Button, Icon } from "../../parts/button.tsx";
import { Form, useWork } from "../../parts/field.tsx";
import { useSlash } from "../../parts/search-field.tsx";
import { call } from "../../state/call.ts";
import { goTo, href } from "../../state/route.ts";
import { Store, useStore } from "../../state/store.ts";
import { type AddressCheck, checkAddress } from "../../words/addresses.ts";
import { defaultOptions, keptOf, type Options } from "./options.ts";
import { OptionsPanel } from "./options-panel.tsx";
import { Recent } from "./recent.tsx";

const PROMISES = ["Respects robots.txt", "Limits its request rate", "Links Markdown versions of pages"];

/** Values of the form, kept while other screens are shown. */
const form = new Store<{ readonly address: string; readonly options?: Options }>({ address: "" });

interface AddressBoxProps {
  readonly typed: string;
  readonly isWrong: boolean;
  /** True while the crawl is being requested. */
  readonly isBusy: boolean;
  readonly onTyped: (typed: string) => void;
}

/** Field for the address. It has the focus when the page opens, and whenever the address is wrong. */
function AddressBox({ typed, isWrong, isBusy, onTyped }: AddressBoxProps) {
  const field = useRef<HTMLInputElement>(null);
  // Before the first frame: later, the first letters typed would be lost.
  useLayoutEffect(() => field.current?.focus({ preventScroll: true }), [isWrong]);
  useSlash(field);
  const edge = isWrong
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
        aria-invalid={isWrong}
        aria-describedby="url-error"
        onInput={(event) => onTyped(event.currentTarget.value)}
      />
      <Button
        label={isBusy ? "Starting…" : "Generate"}
        type="submit"
        disabled={isBusy}
        class="btn-primary h-[42px] rounded-lg px-[18px] text-[15px] phone:mx-1.5 phone:mb-1.5 phone:h-[46px] phone:w-full"
      />
    </div>
  );
}

interface ProblemProps {
  readonly check: AddressCheck;
  /** The server's refusal. */
  readonly trouble: string;
  readonly onTake: (url: string) => void;
}

/** Problem of an address, with a suggested correction. */
function Problem({ check, trouble, onTake }: ProblemProps) {
  const why = check.type === "good" ? trouble : check.type === "empty" ? "Enter the address of a site." : check.why;
  const meant = check.type === "wrong" ? check.meant : undefined;
  return (
    <div id="url-error" role="alert">
      {why && (
        <p class="mt-2 flex items-start gap-[7px] text-bad">
          <Icon name="alert" class="mt-0.5" />
          <span class="wrap-anywhere">
            {why}
            {meant !== undefined && (
              <>
                {" Did you mean "}
                <button type="button" class="text-link underline underline-offset-3" onClick={() => onTake(meant)}>
                  {meant}
                </button>
                ?
              </>
            )}
          </span>
        </p>
      )}
    </div>
  );
}

function AddressForm({ config }: { readonly config: Config }) {
  const { address, options = defaultOptions(config) } = useStore(form);
  const [check, setCheck] = useState<AddressCheck>({ type: "good", url: "" });
  const { isBusy, trouble, run } = useWork();
  const type = (typed: string) => {
    form.set({ address: typed, options });
    if (check.type !== "good" && checkAddress(typed).type === "good") setCheck({ type: "good", url: typed });
  };
  const submit = async () => {
    const verdict = checkAddress(address);
    setCheck(verdict);
    if (verdict.type !== "good") return;
    await run(async () => {
      const body = { url: verdict.url, ...keptOf(options) };
      const { id } = await call<Begun>("/api/crawls", { method: "POST", body });
      form.set({ address: "", options });
      goTo(href.site("crawls", id));
    });
  };
  return (
    <Form class="mt-[30px] phone:mt-[22px]" noValidate onSend={submit}>
      <AddressBox typed={address} isWrong={check.type !== "good" || trouble !== ""} isBusy={isBusy} onTyped={type} />
      <Problem check={check} trouble={trouble} onTake={type} />
      <OptionsPanel config={config} options={options} onChange={(next) => form.set({ address, options: next })} />
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

/** The first screen: one field, one button. */
export const NewScreen = ({ config }: { readonly config: Config }) => (
  <div class="mx-auto grid max-w-[1240px] grid-cols-[minmax(0,1fr)_minmax(0,480px)] gap-16 px-6 pt-14 pb-16 narrow:max-w-[760px] narrow:grid-cols-1 narrow:gap-8 narrow:pt-9 phone:px-4 phone:pt-[26px]">
    <div>
      <h1 class="text-[40px]/[44px] font-semibold tracking-[-0.035em] text-balance phone:text-[31px]/[35px]">
        Turn a website into its llms.txt
      </h1>
      <p class="mt-3.5 max-w-[54ch] text-base/[25px] text-pretty text-ink-2">
        One Markdown file that tells language models which pages a site has and what each one is about. Enter an
        address; the rest happens here.
      </p>
      <AddressForm config={config} />
    </div>
    <Recent />
  </div>
);
