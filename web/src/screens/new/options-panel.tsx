import type { Config } from "@llmstxt-service/service/shapes";
import { Icon } from "../../parts/button.tsx";
import { OptionFields } from "./option-fields.tsx";
import type { Options } from "./options.ts";
import { Slider } from "./slider.tsx";

interface OptionsPanelProps {
  readonly config: Config;
  readonly options: Options;
  readonly onChange: (options: Options) => void;
}

/** The page limit, and everything else folded. */
export function OptionsPanel({ config, options, onChange }: OptionsPanelProps) {
  const [min, max] = config.limits.maxPages;
  return (
    <div class="panel mt-3.5">
      <Slider
        label="Page limit"
        min={min}
        max={max}
        value={options.maxPages}
        onChange={(maxPages) => onChange({ ...options, maxPages })}
      />
      <details>
        <summary class="flex items-center gap-2 border-t border-line px-[18px] py-[11px] text-ink-2 hover:text-ink phone:px-3.5">
          <Icon name="chev" class="chev text-ink-3" />
          More options
        </summary>
        <OptionFields
          config={config}
          options={options}
          onEdit={(change) => onChange({ ...options, ...change })}
          class="border-t border-line"
        />
      </details>
    </div>
  );
}
