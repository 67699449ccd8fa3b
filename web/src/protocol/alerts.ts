import type { AlertRuleAnswer, AlertsAnswer, AlertTest } from "../../../src/shells/protocol/alerts.ts";
import { answer } from "./answers.ts";

export type AlertRule = AlertRuleAnswer;
export type AlertType = AlertsAnswer["on"][number];
export type Alerts = AlertsAnswer;
export type { AlertTest };

/** What the service tells by itself, and who is told of tags. */
export const readAlerts = answer("alerts");
export const readAlertTest = answer("alertTest");
