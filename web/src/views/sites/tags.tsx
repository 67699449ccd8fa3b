import { Icon } from "../../parts/icon.tsx";
import { Menu } from "../../parts/menu.tsx";
import type { SiteCounts } from "../../protocol/types.ts";
import { count } from "../../words/amounts.ts";

/** Tags of a site, after its name. */
export function Tags({ tags }: { readonly tags: readonly string[] }) {
  if (tags.length === 0) return null;
  return (
    <span class="flex flex-wrap gap-1">
      <span class="sr-only">Tags: </span>
      {tags.map((tag) => (
        <span key={tag} class="tag" dir="auto">
          {tag}
        </span>
      ))}
    </span>
  );
}

interface TagFilterProps {
  readonly tags: SiteCounts["tags"];
  readonly tag: string;
  readonly onTag: (tag: string) => void;
}

/** Filter by tag; absent if no site has a tag. */
export function TagFilter({ tags, tag, onTag }: TagFilterProps) {
  if (tags.length === 0 && !tag) return null;
  return (
    <Menu
      label={tag ? `Tag: ${tag}` : "All tags"}
      buttonClass={`btn phone:h-[42px] ${tag ? "border-ink" : ""}`}
      popClass="max-h-80 overflow-auto left-0 right-auto"
      button={
        <>
          <Icon name="tag" />
          <span class="max-w-40 truncate">{tag || "All tags"}</span>
          <Icon name="chevd" class="size-3" />
        </>
      }
    >
      {(close) => {
        const choose = (name: string) => () => {
          close();
          onTag(name);
        };
        return (
          <>
            <button type="button" aria-pressed={tag === ""} onClick={choose("")}>
              All tags
            </button>
            {tags.map(({ tag: name, sites }) => (
              <button key={name} type="button" aria-pressed={tag === name} onClick={choose(name)}>
                <span class="truncate">{name}</span>
                <small>{count(sites)}</small>
              </button>
            ))}
          </>
        );
      }}
    </Menu>
  );
}
