/** Kinds of alerts: recrawls fail, or are well again; the document changed; it lost many of its pages. */
export const ALERT_TYPES = ["failing", "changed", "shrunk"] as const;
export type AlertType = (typeof ALERT_TYPES)[number];

/** Receivers of a site's alerts. A missing field is as the service's settings say. */
export interface AlertRule {
  /** Empty: nothing. */
  readonly on?: readonly AlertType[] | undefined;
  /** Takes the place of ALERT_WEBHOOK_URL. */
  readonly url?: string | undefined;
  /** Takes the place of ALERT_EMAIL. */
  readonly email?: string | undefined;
}
