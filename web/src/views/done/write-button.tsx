import { pageAt } from "../../document/read.ts";
import { Button, LinkButton } from "../../parts/button.tsx";
import { tried } from "../../parts/toast.tsx";
import { goTo, href } from "../../state/route.ts";
import { enrol } from "../../state/sites.ts";
import { textToCheck } from "../../state/texts.ts";
import type { ResultViewProps } from "./result-props.ts";

interface WriteButtonProps extends Pick<ResultViewProps, "result" | "config" | "request"> {
  /** The document, with the mends made on this page. */
  readonly text: string;
  /** Numbers of the lines to write; undefined: any. */
  readonly lines: ReadonlySet<number> | undefined;
}

/**
 * Button for what only a person can write. An enrolled site keeps it through every crawl, so a site is enrolled first;
 * a server without a database keeps no sites, and there the text itself is opened.
 */
export function WriteButton({ result, config, request, text, lines }: WriteButtonProps) {
  const { site } = result;
  const look = { icon: "pen", class: "btn-small" } as const;
  const find = lines && pageAt(text, lines);
  if (site) return <LinkButton {...look} label="Write it" href={href.edit(site.id, find)} />;
  const minutes = request.recrawlIntervalMinutes ?? config.defaults.recrawlIntervalMinutes;
  const addSite = () => void tried(enrol(result.id, minutes).then(({ id }) => goTo(href.edit(id, find))));
  const openText = () => {
    textToCheck.set(text);
    goTo(href.validate);
  };
  return config.features.database ? (
    <Button {...look} label="Keep up to date and write it" onClick={addSite} />
  ) : (
    <Button {...look} label="Write it" onClick={openText} />
  );
}
