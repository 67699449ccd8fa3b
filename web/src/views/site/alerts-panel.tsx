import { useState } from "preact/hooks";
import { Answer } from "../../parts/answer.tsx";
import { Button } from "../../parts/button.tsx";
import { Form } from "../../parts/form.tsx";
import { Icon } from "../../parts/icon.tsx";
import { tried } from "../../parts/toast.tsx";
import type { AlertRule, Alerts, AlertTest, AlertType, ReceiverField, Site } from "../../protocol/types.ts";
import { alertsQuery, setAlerts, testAlerts } from "../../state/alerts.ts";

const TYPES: Readonly<Record<AlertType, readonly [name: string, when: string]>> = {
  failing: ["Failing", "Three crawls in a row failed, or the site works again after that"],
  shrunk: ["Shrunk", "The file lost more than a third of its pages"],
  changed: ["Changed", "A new version was made"],
  stale: ["Out of date", "The site was live, and serves earlier files or none"],
  other: ["Another file", "The site was live, and serves another llms.txt"],
};

/** Receivers of a site's alerts. */
export function AlertsPanel({ site }: { readonly site: Site }) {
  return (
    <section class="panel min-w-0 p-4" aria-labelledby="alerts">
      <h2 id="alerts">Alerts</h2>
      <Answer query={alertsQuery}>
        {(service) => <RuleForm key={JSON.stringify(site.alerts)} site={site} service={service} />}
      </Answer>
    </section>
  );
}

type Channels = Alerts["channels"];

interface Receiver {
  readonly channel: keyof Channels;
  readonly kind: "url" | "email";
  readonly label: string;
  /** Receiver for an empty field, from the name that the service shows. */
  readonly otherwise: (shown: string) => string;
  /** Words if the service cannot send by this channel. */
  readonly closed: string;
}

const RECEIVERS: Readonly<Record<ReceiverField, Receiver>> = {
  url: {
    channel: "webhook",
    kind: "url",
    label: "Webhook",
    otherwise: () => "the service's webhook",
    closed: "This server posts no alerts",
  },
  email: {
    channel: "email",
    kind: "email",
    label: "E-mail",
    otherwise: (shown) => shown,
    closed: "This server sends no mail: SMTP_URL is not set",
  },
};

const receivers = Object.entries(RECEIVERS) as [ReceiverField, Receiver][];

/** Alerts of a site without a rule, in words. */
function otherwise({ channels }: Alerts): string {
  const places = receivers.flatMap(([, { channel, otherwise }]) => {
    const shown = channels[channel].otherwise;
    return shown === null ? [] : [otherwise(shown)];
  });
  return places.length === 0
    ? "Nobody is told: the service has neither a webhook nor an e-mail address"
    : `To ${places.join(" and ")}`;
}

function helpOf({ channel, otherwise, closed }: Receiver, channels: Channels): string {
  const { isOpen, otherwise: shown } = channels[channel];
  return isOpen ? `If empty: ${shown === null ? "nobody" : otherwise(shown)}` : closed;
}

function RuleForm({ site, service }: { readonly site: Site; readonly service: Alerts }) {
  const [isOwn, setOwn] = useState(site.alerts !== null);
  const [rule, setRule] = useState<AlertRule>(site.alerts ?? { on: null, url: null, email: null });
  const [busy, setBusy] = useState(false);
  const [test, setTest] = useState<AlertTest>();
  const whileBusy = async (work: Promise<void>, said = "") => {
    setBusy(true);
    await tried(work, said);
    setBusy(false);
  };
  const save = () => whileBusy(setAlerts(site.id, isOwn ? rule : null), "Alerts saved");
  return (
    <Form class="mt-2 grid gap-3" onSend={save}>
      <label class="flex items-start gap-2.5 text-[13.5px]">
        <input type="checkbox" class="switch mt-px" checked={isOwn} onChange={() => setOwn(!isOwn)} />
        <span>
          Own alerts for this site
          {!isOwn && <small class="block text-[13px] text-ink-3">{otherwise(service)}</small>}
        </span>
      </label>
      {isOwn && <RuleFields rule={rule} service={service} onRule={setRule} />}
      <div class="flex flex-wrap gap-2">
        <Button label="Save alerts" type="submit" class="btn-small" disabled={busy} />
        <Button
          label="Send a test"
          class="btn-small btn-quiet"
          disabled={busy}
          onClick={() => whileBusy(testAlerts(site.id).then(setTest))}
        />
      </div>
      <div role="status" class="text-[13px]">
        {test && <TestResults {...test} />}
      </div>
    </Form>
  );
}

interface RuleFieldsProps {
  readonly rule: AlertRule;
  /** The service's alerts, which apply to empty fields. */
  readonly service: Alerts;
  readonly onRule: (rule: AlertRule) => void;
}

function RuleFields({ rule, service, onRule }: RuleFieldsProps) {
  return (
    <>
      <Types on={rule.on ?? service.on} onTypes={(on) => onRule({ ...rule, on })} />
      {receivers.map(([field, receiver]) => (
        <Place
          key={field}
          id={`alert-${field}`}
          kind={receiver.kind}
          label={receiver.label}
          value={rule[field]}
          help={helpOf(receiver, service.channels)}
          onValue={(value) => onRule({ ...rule, [field]: value })}
        />
      ))}
    </>
  );
}

interface TypesProps {
  readonly on: readonly AlertType[];
  readonly onTypes: (on: AlertType[]) => void;
}

function Types({ on, onTypes }: TypesProps) {
  return (
    <fieldset class="grid gap-2">
      <legend class="sr-only">What is told</legend>
      {(Object.entries(TYPES) as [AlertType, (typeof TYPES)[AlertType]][]).map(([type, [name, when]]) => (
        <label key={type} class="flex items-start gap-2.5 text-[13.5px]">
          <input
            type="checkbox"
            class="box mt-0.5 flex-none"
            checked={on.includes(type)}
            onChange={() => onTypes(on.includes(type) ? on.filter((other) => other !== type) : [...on, type])}
          />
          <span>
            {name}
            <small class="block text-[13px] text-ink-3">{when}</small>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

interface PlaceProps {
  readonly id: string;
  readonly kind: "url" | "email";
  readonly label: string;
  readonly value: string | null;
  readonly help: string;
  readonly onValue: (value: string | null) => void;
}

function Place({ id, kind, label, value, help, onValue }: PlaceProps) {
  return (
    <div>
      <label class="mb-1 block text-[13.5px]" for={id}>
        {label}
      </label>
      <input
        id={id}
        inputMode={kind}
        spellcheck={false}
        class="input w-full text-[13.5px] phone:text-base"
        value={value ?? ""}
        aria-describedby={`${id}-help`}
        onInput={({ currentTarget }) => onValue(currentTarget.value.trim() || null)}
      />
      <p id={`${id}-help`} class="mt-1 text-[13px] text-ink-3">
        {help}
      </p>
    </div>
  );
}

function TestResults({ results }: AlertTest) {
  if (results.length === 0) return <p class="text-ink-3">Nobody is told. Save a webhook or an e-mail address first.</p>;
  return (
    <ul class="grid gap-1">
      {results.map(({ to, ok, detail }) => (
        <li key={to} class={`flex items-start gap-2 wrap-anywhere ${ok ? "" : "text-bad"}`}>
          <Icon name={ok ? "check" : "alert"} class="mt-0.5" />
          {ok ? `Sent to ${to}` : `${to}: ${detail}`}
        </li>
      ))}
    </ul>
  );
}
