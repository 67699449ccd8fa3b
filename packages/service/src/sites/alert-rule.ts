/** What an alert can say: recrawls fail, or are well again; the document changed; it lost many of its pages. */
export const ALERT_TYPES = ["failing", "changed", "shrunk"] as const;
export type AlertType = (typeof ALERT_TYPES)[number];

/** Who is told what of a site. What is left out is as the service's settings say. */
export interface AlertRule {
  /** Empty: nothing. */
  readonly on?: readonly AlertType[] | undefined;
  /** Takes the place of ALERT_WEBHOOK_URL. */
  readonly url?: string | undefined;
  /** Takes the place of ALERT_EMAIL. */
  readonly email?: string | undefined;
}
