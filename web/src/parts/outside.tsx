import type { ComponentChildren } from "preact";
import { safeHref } from "../words/addresses.ts";

interface OutsideProps {
  /** Address, of a stranger's text as well: only http and https become a link. */
  readonly url: string;
  readonly class?: string;
  readonly "aria-label"?: string;
  readonly children: ComponentChildren;
}

/** A link out of this page, in a tab of its own, which learns nothing of this one. */
export function Outside({ url, ...rest }: OutsideProps) {
  const href = safeHref(url);
  if (href === undefined) return <span class={rest.class}>{rest.children}</span>;
  return <a href={href} target="_blank" rel="noopener noreferrer nofollow" {...rest} />;
}
