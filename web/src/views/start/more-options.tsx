import { useState } from "preact/hooks";
import { Answer } from "../../parts/answer.tsx";
import { Box } from "../../parts/box.tsx";
import { Button } from "../../parts/button.tsx";
import { Icon } from "../../parts/icon.tsx";
import { previewQuery } from "../../protocol/crawls.ts";
import type { FilterPreview as Preview, ServerConfig } from "../../protocol/types.ts";
import { shownFlags } from "../../state/document-flags.ts";
import { globsIn, LISTS, type Options } from "../../state/options.ts";
import type { Refusal } from "../../state/refusal.ts";
import { checkAddress, pathOn } from "../../words/addresses.ts";
import { count, some } from "../../words/amounts.ts";

export interface OptionsPanelProps {
  /** Text of the address field. */
  readonly address: string;
  readonly options: Options;
  readonly config: ServerConfig;
  readonly onChange: (options: Options) => void;
}

function Paths({ title, urls }: { readonly title: string; readonly urls: readonly string[] }) {
  if (urls.length === 0) return null;
  return (
    <p class="mt-1.5 text-[13px]/[18px] text-ink-3">
      {title}{" "}
      <code class="text-[11.5px] wrap-anywhere">{urls.map((url) => pathOn(new URL(url).host, url)).join("  ")}</code>
    </p>
  );
}

function Found({ preview }: { readonly preview: Preview }) {
  const { named, matching, examples, excluded } = preview;
  const few = matching <= 1;
  return (
    <div role="status">
      <p class={`text-[13.5px] ${few ? "text-warn" : ""}`}>
        {few && "Almost nothing is left: "}
        <b class="font-[550]">{count(matching)}</b> of {some(named, "address", "addresses")} on the home page and in the
        sitemap {matching === 1 ? "matches" : "match"}.
      </p>
      <Paths title="Read:" urls={examples} />
      <Paths title="Left out:" urls={excluded} />
    </div>
  );
}

/** Pages of the site that the path filters let through, before it is crawled. */
export function FilterPreview({ address, options }: { readonly address: string; readonly options: Options }) {
  /** Filters whose effect is shown; undefined until a person asks for it. */
  const [wanted, setWanted] = useState<ReturnType<typeof previewQuery>>();
  const check = checkAddress(address);
  const filters = { include: globsIn(options.include), exclude: globsIn(options.exclude) };
  const isFiltered = filters.include.length + filters.exclude.length > 0;
  if (!isFiltered) return null;
  return (
    <div class="col-span-full">
      <Button
        label="Preview what matches"
        class="btn-small mb-2"
        disabled={check.type !== "good"}
        onClick={() => check.type === "good" && setWanted(previewQuery({ url: check.url, ...filters }))}
      />
      {wanted && <Answer query={wanted}>{(preview) => <Found preview={preview} />}</Answer>}
    </div>
  );
}

interface MoreOptionsProps extends OptionsPanelProps {
  /** Returns the server's refusal of a field; empty if it has refused nothing there. */
  readonly errorAt: (field: Refusal["field"]) => string;
}

interface GlobsProps extends Pick<MoreOptionsProps, "options" | "onChange"> {
  readonly name: (typeof LISTS)[number];
  readonly label: string;
  readonly placeholder: string;
  readonly error: string;
}

function Globs({ name, label, placeholder, error, options, onChange }: GlobsProps) {
  return (
    <div>
      <label class="text-[13px] text-ink-2" for={name}>
        {label}
      </label>
      <input
        id={name}
        class="input mt-[5px] w-full font-mono text-[12.5px] phone:text-base"
        placeholder={placeholder}
        value={options[name]}
        spellcheck={false}
        autocapitalize="none"
        aria-invalid={error !== ""}
        aria-describedby={`${name}-error globs-help`}
        onInput={(event) => onChange({ ...options, [name]: event.currentTarget.value })}
      />
      <p id={`${name}-error`} role="alert" class="text-[13px] text-bad">
        {error}
      </p>
    </div>
  );
}

const BOX = "col-span-full text-[13px] text-ink-2";

const isFiltered = (options: Options) => LISTS.some((name) => options[name].trim() !== "");

/** Path filters, document options, and llms-full.txt. It opens by itself if a filter is set, so that none is hidden. */
export function MoreOptions({ address, options, config, onChange, errorAt }: MoreOptionsProps) {
  const [isOpen, setOpen] = useState(isFiltered(options));
  const both = { options, onChange };
  return (
    <details open={isOpen || isFiltered(options)} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary class="flex items-center gap-2 border-t border-line px-[18px] py-[11px] text-ink-2 hover:text-ink phone:px-3.5">
        <Icon name="chev" class="chev text-ink-3" />
        More options
      </summary>
      <div class="grid grid-cols-2 gap-3 px-[18px] pt-0.5 pb-4 phone:grid-cols-1 phone:px-3.5">
        <Globs name="include" label="Only these paths" placeholder="/docs/**" error={errorAt("include")} {...both} />
        <Globs name="exclude" label="Leave out" placeholder="/blog/**, /tags/**" error={errorAt("exclude")} {...both} />
        <p id="globs-help" class="col-span-full text-[13px]/[18px] text-pretty text-ink-3">
          For this crawl only. Paths count from the root of the host: <code>/docs/**</code> is everything below{" "}
          <code>/docs</code>, <code>/docs/*</code> one level of it. Separate several with commas.
        </p>
        <div class="col-span-full">
          <Globs
            name="sitemaps"
            label="Sitemaps to read instead of the usual ones"
            placeholder="https://example.com/maps/docs.xml"
            error={errorAt("sitemaps")}
            {...both}
          />
        </div>
        <div class="col-span-full">
          <Globs
            name="urls"
            label="Exactly these pages, in this order"
            placeholder="https://example.com/guide, https://example.com/prices"
            error={errorAt("urls")}
            {...both}
          />
        </div>
        <FilterPreview address={address} options={options} />
        {shownFlags(options.document, config.defaults).map(({ name, label, help, isOn }) => (
          <Box
            key={name}
            class={BOX}
            label={`${label}: ${help}`}
            isOn={isOn}
            onChange={(isNow) => onChange({ ...options, document: { ...options.document, [name]: isNow } })}
          />
        ))}
        <Box
          label="Also write llms-full.txt"
          class={BOX}
          isOn={options.full}
          onChange={(full) => onChange({ ...options, full })}
        />
      </div>
    </details>
  );
}
