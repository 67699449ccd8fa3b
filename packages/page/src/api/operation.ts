/** A request that an interface answers. */
export interface ApiOperation {
  /** `GET /pets/{id}` */
  readonly title: string;
  /** One line on it; may be empty. */
  readonly summary: string;
  /** The group it belongs to; empty where it has none. */
  readonly tag: string;
  /** Parameters, bodies and answers. */
  readonly markdown: string;
}
