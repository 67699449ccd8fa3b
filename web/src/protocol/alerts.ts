import type { AlertRuleAnswer, AlertsAnswer, AlertTest } from "../../../src/shells/protocol/alerts.ts";
import { flag, list, nullable, object, oneOf, text } from "./reader.ts";

export type AlertRule = AlertRuleAnswer;
export type AlertType = AlertsAnswer["on"][number];
export type Alerts = AlertsAnswer;
export type { AlertTest };

const type = oneOf<AlertType>("failing", "changed", "shrunk");

const rule = { on: nullable(list(type)), url: nullable(text), email: nullable(text) };

export const readRule = object<AlertRuleAnswer>(rule);

/** What the service tells by itself, and who is told of tags. */
export const readAlerts = object<AlertsAnswer>({
  on: list(type),
  webhook: flag,
  mail: flag,
  email: nullable(text),
  tags: list(object<AlertsAnswer["tags"][number]>({ ...rule, tag: text })),
});

const readTest = object<AlertTest["results"][number]>({ to: text, ok: flag, detail: text });

export const readAlertTest = object<AlertTest>({ results: list(readTest) });
