import type { Begun, Config, Site, SiteChanges } from "@llmstxt-service/service/shapes";
import { useState } from "preact/hooks";
import { Button } from "../../parts/button.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { Field, Form, Select, Switch, Trouble, useWork } from "../../parts/field.tsx";
import { toast } from "../../parts/toast.tsx";
import { call } from "../../state/call.ts";
import { goTo, href } from "../../state/route.ts";
import { every, INTERVALS } from "../../words/times.ts";
import { OptionFields } from "../new/option-fields.tsx";
import { keptOf, optionsOf } from "../new/options.ts";
import { repeated } from "./site-head.tsx";
import type { SiteProps } from "./site-props.ts";
import { nameOf, type Subject } from "./subject.ts";

interface LimitProps {
  readonly config: Config;
  readonly value: number;
  readonly onChange: (value: number) => void;
}

function Limit({ config, value, onChange }: LimitProps) {
  const [min, max] = config.limits.maxPages;
  return (
    <Field id="maxPages" label="Page limit">
      <input
        id="maxPages"
        type="number"
        class="input w-44"
        required
        min={min}
        max={max}
        value={value}
        onInput={({ currentTarget }) => onChange(currentTarget.valueAsNumber)}
      />
    </Field>
  );
}

interface SecretProps {
  readonly site: Site;
  /** undefined keeps it; null removes it. */
  readonly value: string | null | undefined;
  readonly onChange: (value: string | null | undefined) => void;
}

/** The secret is never shown: it can be set anew, or removed. */
function Secret({ site: { hasWebhookSecret, baseUrl }, value, onChange }: SecretProps) {
  const help = (
    <>
      Whoever knows it may tell this service that the site has changed:{" "}
      <code class="wrap-anywhere">
        POST {location.origin}/internal/hooks/site-changed with {`{"base_url":"${baseUrl}","webhook_secret":"…"}`}
      </code>
    </>
  );
  return (
    <Field id="secret" label="Webhook secret" help={help}>
      <span class="flex flex-wrap gap-2">
        <input
          id="secret"
          type="password"
          class="input w-full max-w-80"
          autocomplete="new-password"
          maxLength={500}
          placeholder={hasWebhookSecret && value !== null ? "Set; type to replace it" : "None"}
          value={value ?? ""}
          onInput={({ currentTarget }) => onChange(currentTarget.value === "" ? undefined : currentTarget.value)}
        />
        {hasWebhookSecret && value !== null && (
          <Button label="Remove the secret" class="btn-quiet" onClick={() => onChange(null)} />
        )}
      </span>
    </Field>
  );
}

function RemoveDialog({ subject, onClose }: { readonly subject: Subject; readonly onClose: () => void }) {
  const { isBusy, trouble, run } = useWork();
  const remove = () =>
    run(async () => {
      await call(`/api/sites/${subject.id}`, { method: "DELETE" });
      toast("Removed");
      goTo(href.sites);
    });
  return (
    <Dialog title={`Remove ${nameOf(subject)}?`} onClose={onClose}>
      <p class="mt-3 text-ink-2">
        It is no longer crawled, and its versions and edits are deleted here. Files that are stored already stay at
        their addresses.
      </p>
      <Trouble why={trouble} />
      <div class="mt-5 flex justify-end gap-2">
        <Button label="Cancel" onClick={onClose} />
        <Button icon="trash" label="Remove" class="btn-danger" disabled={isBusy} onClick={() => void remove()} />
      </div>
    </Dialog>
  );
}

/** Values of the fields. */
const valuesOf = (site: Site) => ({
  ...optionsOf(site),
  recrawlIntervalMinutes: site.recrawlIntervalMinutes,
  alerts: site.alerts,
  secret: undefined as string | null | undefined,
});

type Values = ReturnType<typeof valuesOf>;

/** Only the changed fields, so that changes by others stay. */
function changesOf(before: Values, after: Values): SiteChanges {
  const { recrawlIntervalMinutes, alerts, secret, ...options } = after;
  const full = { ...keptOf(options), recrawlIntervalMinutes, alerts };
  const was = { ...keptOf(before), recrawlIntervalMinutes: before.recrawlIntervalMinutes, alerts: before.alerts };
  const differs = (name: keyof typeof full) => JSON.stringify(full[name]) !== JSON.stringify(was[name]);
  const names = (Object.keys(full) as (keyof typeof full)[]).filter(differs);
  return {
    ...Object.fromEntries(names.map((name) => [name, full[name]])),
    ...(secret !== undefined && { webhook_secret: secret }),
  };
}

function SiteSettings({ site, ...props }: SiteProps & { readonly site: Site }) {
  const { config, subject, asked } = props;
  const [before, setBefore] = useState(() => valuesOf(site));
  const [values, setValues] = useState(before);
  const [isRemoving, setRemoving] = useState(false);
  const { isBusy, trouble, run } = useWork();
  const changes = changesOf(before, values);
  const isChanged = Object.keys(changes).length > 0;
  const edit = (change: Partial<Values>) => setValues({ ...values, ...change });
  const save = () =>
    run(async () => {
      const saved = await call<Site>(`/api/sites/${site.id}`, { method: "PATCH", body: changes });
      asked.put(saved);
      setBefore(valuesOf(saved));
      setValues(valuesOf(saved));
      toast("Saved. It counts from the next crawl on");
    });
  const now = values.recrawlIntervalMinutes;
  const intervals = [...new Set([now, ...INTERVALS.map(({ minutes }) => minutes)])].sort((a, b) => a - b);
  return (
    <div class="grid max-w-[820px] gap-4">
      <Form class="panel" aria-label="Settings" onSend={save}>
        <Field id="interval" label="Crawl every">
          <Select
            id="interval"
            class="w-44"
            choices={intervals.map((value) => ({ value, label: every(value) }))}
            value={now}
            onChange={(recrawlIntervalMinutes) => edit({ recrawlIntervalMinutes })}
          />
        </Field>
        <Limit config={config} value={values.maxPages} onChange={(maxPages) => edit({ maxPages })} />
        <OptionFields config={config} options={values} onEdit={edit} class="border-t border-line" />
        <Secret site={site} value={values.secret} onChange={(secret) => edit({ secret })} />
        <Field
          id="alerts"
          label="Alerts"
          help={
            config.features.alerts
              ? "When it fails three times in a row, is well again, loses a third of its pages or cannot be stored."
              : "Not set up on this server."
          }
        >
          <Switch
            id="alerts"
            class="mt-1.5"
            isOn={config.features.alerts && values.alerts}
            disabled={!config.features.alerts}
            onChange={(alerts) => edit({ alerts })}
          />
        </Field>
        <div class="flex flex-wrap items-center justify-end gap-2 border-t border-line px-[18px] py-3">
          <Trouble why={trouble} class="mr-auto" />
          <Button label="Discard" disabled={!isChanged} onClick={() => setValues(before)} />
          <Button label="Save" type="submit" class="btn-primary" disabled={!isChanged || isBusy} />
        </div>
      </Form>
      <section class="panel flex flex-wrap items-center gap-3 px-[18px] py-3" aria-label="Remove">
        <p class="mr-auto text-ink-2">No longer needed?</p>
        <Button icon="trash" label="Remove the site" class="btn-danger" onClick={() => setRemoving(true)} />
      </section>
      {isRemoving && <RemoveDialog subject={subject} onClose={() => setRemoving(false)} />}
    </div>
  );
}

/** Options for another crawl: a site that is not enrolled has no settings of its own. */
function CrawlSettings({ config, subject }: SiteProps & { readonly subject: Extract<Subject, { kind: "crawls" }> }) {
  const [options, setOptions] = useState(() => optionsOf(subject.crawl.request));
  const { isBusy, trouble, run } = useWork();
  const send = () =>
    run(async () => {
      const body = { ...repeated(subject), ...keptOf(options) };
      const { id } = await call<Begun>("/api/crawls", { method: "POST", body });
      goTo(href.site("crawls", id));
    });
  return (
    <Form class="panel max-w-[820px]" aria-label="Settings" onSend={send}>
      <Limit config={config} value={options.maxPages} onChange={(maxPages) => setOptions({ ...options, maxPages })} />
      <OptionFields
        config={config}
        options={options}
        onEdit={(change) => setOptions({ ...options, ...change })}
        class="border-t border-line"
      />
      <div class="flex flex-wrap items-center justify-end gap-2 border-t border-line px-[18px] py-3">
        <Trouble why={trouble} class="mr-auto" />
        <Button icon="again" label="Crawl with these" type="submit" class="btn-primary" disabled={isBusy} />
      </div>
    </Form>
  );
}

export const SettingsTab = (props: SiteProps) =>
  props.subject.kind === "sites" ? (
    <SiteSettings key={props.subject.id} {...props} site={props.subject.site} />
  ) : (
    <CrawlSettings {...props} subject={props.subject} />
  );
