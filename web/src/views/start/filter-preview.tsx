import { useState } from "preact/hooks";
import { Answer } from "../../parts/answer.tsx";
import { Button } from "../../parts/button.tsx";
import { previewQuery } from "../../protocol/crawls.ts";
import type { FilterPreview as Preview } from "../../protocol/types.ts";
import { globsIn, type Options } from "../../state/options.ts";
import { checkAddress, pathOn } from "../../words/addresses.ts";
import { count, some } from "../../words/amounts.ts";

interface FilterPreviewProps {
  readonly address: string;
  readonly options: Options;
}

function Paths({ title, urls }: { readonly title: string; readonly urls: readonly string[] }) {
  if (urls.length === 0) return null;
  return (
    <p class="mt-1.5 text-[13px]/[18px] text-ink-3">
      {title}{" "}
      <code class="text-[11.5px] wrap-anywhere">{urls.map((url) => pathOn(new URL(url).host, url)).join("  ")}</code>
    </p>
  );
}

function Found({ preview }: { readonly preview: Preview }) {
  const { named, matching, examples, excluded } = preview;
  const few = matching <= 1;
  return (
    <div role="status">
      <p class={`text-[13.5px] ${few ? "text-warn" : ""}`}>
        {few && "Almost nothing is left: "}
        <b class="font-[550]">{count(matching)}</b> of {some(named, "address", "addresses")} on the home page and in the
        sitemap {matching === 1 ? "matches" : "match"}.
      </p>
      <Paths title="Read:" urls={examples} />
      <Paths title="Left out:" urls={excluded} />
    </div>
  );
}

/** Pages of the site that the path filters let through, before it is crawled. */
export function FilterPreview({ address, options }: FilterPreviewProps) {
  /** Filters whose effect is shown; undefined until a person asks for it. */
  const [wanted, setWanted] = useState<ReturnType<typeof previewQuery>>();
  const check = checkAddress(address);
  const filters = { include: globsIn(options.include), exclude: globsIn(options.exclude) };
  const isFiltered = filters.include.length + filters.exclude.length > 0;
  if (!isFiltered) return null;
  return (
    <div class="col-span-full">
      <Button
        label="Preview what matches"
        class="btn-small mb-2"
        disabled={check.type !== "good"}
        onClick={() => check.type === "good" && setWanted(previewQuery({ url: check.url, ...filters }))}
      />
      {wanted && <Answer query={wanted}>{(preview) => <Found preview={preview} />}</Answer>}
    </div>
  );
}
