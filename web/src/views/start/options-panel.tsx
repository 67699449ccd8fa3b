import type { ComponentChildren } from "preact";
import { Icon } from "../../parts/icon.tsx";
import { SegRadios } from "../../parts/seg.tsx";
import { type Refusal, refusal } from "../../state/refusal.ts";
import { useStore } from "../../state/store.ts";
import { some } from "../../words/amounts.ts";
import { INTERVALS } from "../../words/times.ts";
import { MoreOptions, type OptionsPanelProps } from "./more-options.tsx";
import { Slider } from "./slider.tsx";

interface SwitchRowProps {
  readonly id: string;
  readonly icon: string;
  readonly label: string;
  readonly help: string;
  /** True if this server has the feature. */
  readonly available: boolean;
  readonly on: boolean;
  readonly onChange: (on: boolean) => void;
  readonly children?: ComponentChildren;
}

function SwitchRow({ id, icon, label, help, available, on, onChange, children }: SwitchRowProps) {
  return (
    <div class="grid grid-cols-[20px_minmax(0,1fr)_auto] items-center gap-x-3 border-t border-line px-[18px] py-[11px] phone:px-3.5">
      <Icon name={icon} class="mt-0.5 self-start text-ink-3" />
      <div>
        <label class="font-medium" for={id}>
          {label}
        </label>
        <p class="text-[13px] text-ink-3" id={`${id}-help`}>
          {available ? help : "Not set up on this server."}
        </p>
      </div>
      <input
        class="switch"
        type="checkbox"
        role="switch"
        aria-checked={on}
        id={id}
        aria-describedby={`${id}-help`}
        checked={on}
        disabled={!available}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      {children}
    </div>
  );
}

function KeepUpToDate({ options, config, onChange }: Omit<OptionsPanelProps, "address">) {
  return (
    <SwitchRow
      id="auto"
      icon="clock"
      label="Keep up to date"
      help="The site is crawled again on a schedule, and a new file is written when something changed."
      available={config.features.database}
      on={options.keepUpToDate}
      onChange={(keepUpToDate) => onChange({ ...options, keepUpToDate })}
    >
      {options.keepUpToDate && (
        <div class="col-[2/-1] mt-[9px] phone:[&_.seg]:w-full phone:[&_.seg>label]:h-[34px] phone:[&_.seg>label]:px-0">
          <SegRadios
            name="every"
            label="Crawl every"
            value={options.intervalMinutes}
            choices={INTERVALS.map(({ minutes, long }) => ({
              value: minutes,
              label: long.charAt(0).toUpperCase() + long.slice(1),
            }))}
            onChange={(intervalMinutes) => onChange({ ...options, intervalMinutes })}
          />
        </div>
      )}
    </SwitchRow>
  );
}

export function OptionsPanel({ address, options, config, onChange }: OptionsPanelProps) {
  const { limits, features } = config;
  const refused = useStore(refusal);
  const errorAt = (field: Refusal["field"]) => (refused?.field === field ? refused.why : "");
  const [least, most] = limits.descLength;
  return (
    <fieldset class="panel mt-3.5">
      <legend class="sr-only">Options</legend>
      <div class="grid grid-cols-2 divide-x divide-line phone:grid-cols-1 phone:divide-x-0 phone:divide-y">
        <Slider
          id="pages"
          label="Page limit"
          unit=""
          spoken={some(options.maxPages, "page")}
          min={1}
          max={limits.maxPages}
          step={1}
          logarithmic
          value={options.maxPages}
          error={errorAt("maxPages")}
          onChange={(maxPages) => onChange({ ...options, maxPages })}
        />
        <Slider
          id="desc"
          label="Excerpt length"
          unit="characters"
          spoken={some(options.descLength, "character")}
          min={least}
          max={most}
          step={50}
          value={options.descLength}
          error={errorAt("descLength")}
          onChange={(descLength) => onChange({ ...options, descLength })}
        />
      </div>
      <KeepUpToDate options={options} config={config} onChange={onChange} />
      <SwitchRow
        id="llm"
        icon="spark"
        label="Language model"
        help="Polishes names and excerpts after the crawl."
        available={features.llm}
        on={options.languageModel}
        onChange={(languageModel) => onChange({ ...options, languageModel })}
      />
      <SwitchRow
        id="proxy"
        icon="via"
        label="Proxy browser"
        help="Last resort for pages that refuse the plain fetch and the browser."
        available={features.proxy}
        on={options.proxy}
        onChange={(proxy) => onChange({ ...options, proxy })}
      />
      <MoreOptions address={address} options={options} config={config} onChange={onChange} errorAt={errorAt} />
    </fieldset>
  );
}
