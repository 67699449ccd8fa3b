import { type MendableRule, mendedItems } from "@llmstxt-service/document/check";
import { pageAt } from "../../document/read.ts";
import { Answer } from "../../parts/answer.tsx";
import { LinkButton } from "../../parts/button.tsx";
import { toast } from "../../parts/toast.tsx";
import type { Site } from "../../protocol/types.ts";
import { getOverlay, saveOverlay } from "../../state/overlays.ts";
import { troubleOf } from "../../state/query.ts";
import { checkQuery } from "../../state/result.ts";
import { goTo, href } from "../../state/route.ts";
import { changeOf, withPage } from "../edit/changes.ts";
import { isEdit } from "../quality/mending.ts";
import { QualityView } from "../quality/quality-view.tsx";

interface SiteQualityProps {
  readonly site: Site;
  readonly text: string;
}

/**
 * Writes a mend into the site's edits, which every crawl applies.
 * @throws ApiError
 */
async function mendByEdits({ site, text }: SiteQualityProps, rule: MendableRule, lines: ReadonlySet<number>) {
  const { overlay, etag } = await getOverlay(site.id);
  const changed = mendedItems(text, rule, lines).reduce(
    (edits, { url, ...wish }) => withPage(edits, url, { ...changeOf(edits, url), ...wish }),
    overlay,
  );
  await saveOverlay(site.id, { overlay: changed, ifMatch: etag });
}

/** Quality of a site's newest document; a mend becomes an edit, to be published. */
export function SiteQuality({ site, text }: SiteQualityProps) {
  const mend = (rule: MendableRule, lines: ReadonlySet<number>) =>
    void mendByEdits({ site, text }, rule, lines).then(
      () => toast("Written into your edits", { label: "Publish them", act: () => goTo(href.edit(site.id)) }),
      (thrown) => toast(troubleOf(thrown).why),
    );
  const write = (lines: ReadonlySet<number>) => (
    <LinkButton icon="pen" label="Write it" class="btn-small" href={href.edit(site.id, pageAt(text, lines))} />
  );
  return (
    <Answer query={checkQuery(text)}>
      {(check) => <QualityView text={text} check={check} canMend={isEdit} mend={mend} write={write} />}
    </Answer>
  );
}
