import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { Button } from "../../parts/button.tsx";
import { Form } from "../../parts/form.tsx";
import { Select } from "../../parts/select.tsx";
import { TagField } from "../../parts/tag-field.tsx";
import { toast } from "../../parts/toast.tsx";
import { Trouble, useWork } from "../../parts/trouble.tsx";
import type { Site } from "../../protocol/types.ts";
import { pickDocumentFlags, shownFlags } from "../../state/document-flags.ts";
import { changeSite, type SiteChange } from "../../state/sites.ts";
import { every, INTERVALS } from "../../words/times.ts";
import { AlertsPanel } from "./alerts-panel.tsx";
import type { SiteProps } from "./site-props.ts";

/** Actions on a site that need a dialog. */
export function More({ onWebhook, onRemove }: Pick<SiteProps, "onWebhook" | "onRemove">) {
  return (
    <section class="panel flex flex-wrap items-center gap-2 px-[18px] py-3" aria-label="More">
      <Button icon="hook" label="Webhook" onClick={onWebhook} />
      <Button icon="trash" label="Remove…" class="btn-danger ml-auto" onClick={onRemove} />
    </section>
  );
}

/** Fields of a form that belong together, below their heading. */
export function Group({ title, children }: { readonly title: string; readonly children: ComponentChildren }) {
  return (
    <section aria-label={title}>
      <h2 class="bg-sunken px-[18px] py-2 text-[13px] font-medium text-ink-2">{title}</h2>
      {children}
    </section>
  );
}

interface FieldProps {
  readonly id: string;
  readonly label: string;
  readonly help?: string;
  readonly children: ComponentChildren;
}

function Field({ id, label, help, children }: FieldProps) {
  return (
    <div class="grid grid-cols-[200px_minmax(0,1fr)] items-start gap-x-4 border-t border-line px-[18px] py-3 first:border-t-0 phone:grid-cols-1 phone:gap-y-1.5">
      <div class="pt-1.5">
        <label class="font-medium" for={id}>
          {label}
        </label>
      </div>
      <div class="grid gap-1.5">
        {children}
        {help && <p class="text-[13px]/[18px] text-ink-3">{help}</p>}
      </div>
    </div>
  );
}

interface SwitchFieldProps extends Omit<FieldProps, "children"> {
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
}

const SwitchField = ({ isOn, onChange, ...field }: SwitchFieldProps) => (
  <Field {...field}>
    <input
      id={field.id}
      type="checkbox"
      role="switch"
      aria-checked={isOn}
      class="switch mt-1.5"
      checked={isOn}
      onChange={({ currentTarget }) => onChange(currentTarget.checked)}
    />
  </Field>
);

/** Globs in a typed text, one a line. */
const linesOf = (text: string): string[] =>
  text
    .split(/[\n,]/)
    .map((line) => line.trim())
    .filter((line) => line !== "");

/** Values of the fields. The interval is a text, so that any number of minutes can be typed. */
const editedOf = (site: Site) => ({
  recrawlIntervalMinutes: site.recrawlIntervalMinutes,
  maxPages: site.maxPages,
  descLength: site.descLength,
  scope: site.scope,
  include: site.include.join("\n"),
  exclude: site.exclude.join("\n"),
  sitemaps: site.sitemaps.join("\n"),
  urls: site.urls.join("\n"),
  language: site.language ?? "",
  useProxy: site.useProxy,
  tags: site.tags,
  ...pickDocumentFlags(site),
});

type Edited = ReturnType<typeof editedOf>;

/** The changed fields. Others are not sent, so that changes by somebody else stay. */
function changeOf(before: Edited, after: Edited): SiteChange {
  const full = {
    ...after,
    include: linesOf(after.include),
    exclude: linesOf(after.exclude),
    sitemaps: linesOf(after.sitemaps),
    urls: linesOf(after.urls),
    language: after.language.trim() || null,
    tags: [...after.tags],
  };
  const names = Object.keys(after).filter((name): name is keyof Edited => name in after);
  const differs = names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
  return Object.fromEntries(differs.map((name) => [name, full[name]]));
}

interface FormProps extends SiteProps {
  readonly edited: Edited;
  readonly onEdit: (change: Partial<Edited>) => void;
}

function Limits({ edited, onEdit, config: { limits } }: FormProps) {
  const now = edited.recrawlIntervalMinutes;
  const numbers = [
    ["maxPages", "Page limit", "", 1, limits.maxPages],
    ["descLength", "Excerpt length", "Characters of text for each page.", ...limits.descLength],
  ] as const;
  const intervals = [...new Set([now, ...INTERVALS.map(({ minutes }) => minutes)])].sort((a, b) => a - b);
  return (
    <>
      <Field id="interval" label="Crawl every">
        <Select
          id="interval"
          class="w-44"
          choices={intervals.map((value) => ({ value, label: every(value) }))}
          value={now}
          onChange={(recrawlIntervalMinutes) => onEdit({ recrawlIntervalMinutes })}
        />
      </Field>
      {numbers.map(([name, label, help, min, max]) => (
        <Field key={name} id={name} label={label} help={help}>
          <input
            id={name}
            type="number"
            class="input w-44"
            required
            min={min}
            max={max}
            value={edited[name]}
            onInput={({ currentTarget }) => onEdit({ [name]: currentTarget.valueAsNumber })}
          />
        </Field>
      ))}
    </>
  );
}

const SCOPES = [
  { value: "domain", label: "Of the whole domain" },
  { value: "path", label: "Under the address's path only" },
] as const;

function Paths({ edited, onEdit }: FormProps) {
  const globs = [
    [
      "include",
      "Only these paths",
      "One path per line, from the root of the host: /docs/** is everything below docs.",
      "/docs/**",
    ],
    ["exclude", "Leave out", "", "/blog/**"],
    ["sitemaps", "Sitemaps", "One address per line. If empty, the usual places are read.", ""],
    ["urls", "Exactly these pages", "One address per line, in this order. If empty, the pages that are found.", ""],
  ] as const;
  return (
    <>
      <Field id="scope" label="Pages">
        <Select
          id="scope"
          class="w-full max-w-80"
          choices={SCOPES}
          value={edited.scope}
          onChange={(scope) => onEdit({ scope })}
        />
      </Field>
      {globs.map(([name, label, help, placeholder]) => (
        <Field key={name} id={name} label={label} help={help}>
          <textarea
            id={name}
            class="input min-h-16 w-full py-1.5 font-mono text-[12.5px]/5"
            rows={2}
            spellcheck={false}
            placeholder={placeholder}
            value={edited[name]}
            onInput={({ currentTarget: { value } }) => onEdit({ [name]: value })}
          />
        </Field>
      ))}
    </>
  );
}

function Rest({ edited, onEdit, config }: FormProps) {
  return (
    <>
      <Field id="language" label="Language" help="A tag such as en or pt-BR. If empty, the home page's.">
        <input
          id="language"
          class="input w-44"
          autocomplete="off"
          value={edited.language}
          onInput={({ currentTarget }) => onEdit({ language: currentTarget.value })}
        />
      </Field>
      {shownFlags(edited, config.defaults).map(({ name, ...shown }) => (
        <SwitchField key={name} id={name} {...shown} onChange={(isOn) => onEdit({ [name]: isOn })} />
      ))}
      <SwitchField
        id="proxy"
        label="Proxy browser"
        help={
          config.features.proxy
            ? "Last resort for pages that refuse the plain fetch and the browser."
            : "Not set up on this server."
        }
        isOn={edited.useProxy}
        onChange={(useProxy) => onEdit({ useProxy })}
      />
      <Field id="site-tags" label="Tags" help="Words to find the site by, such as a client's name.">
        <TagField id="site-tags" tags={edited.tags} onTags={(tags) => onEdit({ tags: [...tags] })} known={[]} />
      </Field>
    </>
  );
}

/** Settings of a site's crawls. Changing them keeps its history. */
export function SiteSettings(props: SiteProps) {
  const { site } = props;
  const [before, setBefore] = useState(() => editedOf(site));
  const [edited, setEdited] = useState(before);
  const { trouble, run } = useWork();
  const change = changeOf(before, edited);
  const isChanged = Object.keys(change).length > 0;
  const put = (saved: Edited) => {
    setBefore(saved);
    setEdited(saved);
    toast("Saved");
  };
  const save = () => run(changeSite(site.id, change).then((saved) => put(editedOf(saved))));
  const form = { ...props, edited, onEdit: (part: Partial<Edited>) => setEdited({ ...edited, ...part }) };
  return (
    <div class="grid max-w-[820px] gap-4">
      <Form class="panel" onSend={save}>
        <Group title="How often, and how much">
          <Limits {...form} />
        </Group>
        <Group title="Which pages">
          <Paths {...form} />
        </Group>
        <Group title="How it is read and written">
          <Rest {...form} />
        </Group>
        <div class="flex flex-wrap items-center justify-end gap-2 border-t border-line px-[18px] py-3">
          <Trouble why={trouble} class="mr-auto" />
          <Button label="Discard" disabled={!isChanged} onClick={() => setEdited(before)} />
          <Button label="Save" type="submit" class="btn-primary" disabled={!isChanged} />
        </div>
      </Form>
      <AlertsPanel site={site} />
      <More {...props} />
    </div>
  );
}
