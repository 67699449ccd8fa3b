/** What an alert can say: recrawls fail, or are well again; the document changed; it lost many of its pages. */
export const ALERT_TYPES = ["failing", "changed", "shrunk"] as const;
export type AlertType = (typeof ALERT_TYPES)[number];

/** Who is told what, of a site or of every site with a tag. What is left out is as the service's settings say. */
export interface AlertRule {
  /** Empty: nothing. */
  readonly on?: readonly AlertType[] | undefined;
  /** Takes the place of ALERT_WEBHOOK_URL. */
  readonly url?: string | undefined;
  /** Takes the place of ALERT_EMAIL. */
  readonly email?: string | undefined;
}

export interface TagRule extends AlertRule {
  readonly tag: string;
}

/** Tags with a rule of their own, at most. */
export const MAX_TAG_RULES = 1_000;
