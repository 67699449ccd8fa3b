import type { Config } from "@llmstxt-service/service/shapes";
import { Field, Select, Switch } from "../../parts/field.tsx";
import type { Options } from "./options.ts";

const SCOPES = [
  { value: "domain", label: "The whole domain" },
  { value: "path", label: "Below the address's path only" },
] as const;

const GLOBS = [
  {
    name: "include",
    label: "Only these paths",
    help: "One a line, from the root of the host: /docs/** is everything below /docs.",
    placeholder: "/docs/**",
  },
  { name: "exclude", label: "Leave out", help: "", placeholder: "/blog/**" },
] as const;

interface OptionFieldsProps {
  readonly config: Config;
  readonly options: Options;
  readonly onEdit: (change: Partial<Options>) => void;
  readonly class?: string;
}

/** Fields for everything about a crawl but its page limit: folded for a new site, open in a site's settings. */
export function OptionFields({ config: { limits, features }, options, onEdit, class: look = "" }: OptionFieldsProps) {
  const [min, max] = limits.descLength;
  const switches = [
    ["llmEnhance", "Language model", features.model, "A language model improves titles and descriptions."],
    ["useProxy", "Proxy browser", features.proxy, "Last resort for pages that refuse the plain fetch and the browser."],
  ] as const;
  return (
    <div class={look}>
      {GLOBS.map(({ name, label, help, placeholder }) => (
        <Field key={name} id={name} label={label} help={help}>
          <textarea
            id={name}
            class="input h-auto min-h-[34px] w-full py-1.5 font-mono text-[12.5px]/5 phone:text-base"
            rows={1}
            spellcheck={false}
            autocapitalize="none"
            placeholder={placeholder}
            value={options[name]}
            onInput={({ currentTarget: { value } }) => onEdit({ [name]: value })}
          />
        </Field>
      ))}
      <Field id="scope" label="Pages of">
        <Select
          id="scope"
          class="w-full max-w-80"
          choices={SCOPES}
          value={options.scope}
          onChange={(scope) => onEdit({ scope })}
        />
      </Field>
      <Field id="language" label="Language" help="A tag such as en or pt-BR. Empty: the home page's.">
        <input
          id="language"
          class="input w-44"
          autocomplete="off"
          value={options.language}
          onInput={({ currentTarget }) => onEdit({ language: currentTarget.value })}
        />
      </Field>
      <Field id="descLength" label="Excerpt length" help="Most characters of text for each page.">
        <input
          id="descLength"
          type="number"
          class="input w-44"
          required
          min={min}
          max={max}
          value={options.descLength}
          onInput={({ currentTarget }) => onEdit({ descLength: currentTarget.valueAsNumber })}
        />
      </Field>
      {switches.map(([name, label, isThere, help]) => (
        <Field key={name} id={name} label={label} help={isThere ? help : "Not set up on this server."}>
          <Switch
            id={name}
            class="mt-1.5"
            isOn={isThere && options[name]}
            disabled={!isThere}
            onChange={(isOn) => onEdit({ [name]: isOn })}
          />
        </Field>
      ))}
    </div>
  );
}
