import type { ComponentChildren } from "preact";
import type { ReadDocument } from "../../document/read.ts";
import { CopyField } from "../../parts/code-block.tsx";
import { Outside } from "../../parts/outside.tsx";
import type { Check } from "../../protocol/types.ts";
import type { Asked } from "../../state/query.ts";
import { href } from "../../state/route.ts";
import { safeHref } from "../../words/addresses.ts";
import { CheckPanel } from "./check-panel.tsx";
import { EnrolPanel } from "./enrol-panel.tsx";
import type { ResultViewProps } from "./result-props.ts";
import { SizePanel } from "./size-panel.tsx";

interface SideProps extends ResultViewProps {
  readonly document: ReadDocument;
  readonly check: Asked<Check>;
}

interface HostedProps {
  readonly fileUrl: string | null | undefined;
  /** Words for a file without an address. */
  readonly otherwise: string;
  /** Words before the link to the file. */
  readonly children?: ComponentChildren;
}

/** Address of a stored file. */
export function Hosted({ fileUrl, otherwise, children }: HostedProps) {
  const file = safeHref(fileUrl ?? "");
  return (
    <section class="panel px-4 py-3.5 phone:order-2">
      <h2>{file ? "Hosted at" : "Not stored"}</h2>
      {file && <CopyField text={file} what="Address" />}
      <p class="mt-2 text-[13px]/[18px] text-ink-3">
        {file ? children : otherwise} {file && <Outside url={file}>Open it</Outside>}
      </p>
    </section>
  );
}

/** Panels about the file. On phones they stand before and after the document. */
export function Side(props: SideProps) {
  return (
    <>
      <Hosted
        fileUrl={props.result.fileUrl}
        otherwise={props.crawl.notStored || "The file has no address on this server. Download it here."}
      >
        Serve it as <code class="text-[11.5px]">/llms.txt</code> of your site, or redirect there.
      </Hosted>
      <EnrolPanel {...props} />
      <SizePanel {...props} />
      <CheckPanel check={props.check} href={href.crawl(props.result.id, "quality")} />
    </>
  );
}
