import { useState } from "preact/hooks";
import { Icon } from "./icon.tsx";

interface TagFieldProps {
  readonly id: string;
  readonly tags: readonly string[];
  readonly onTags: (tags: readonly string[]) => void;
  /** Tags in use, to choose from. */
  readonly known: readonly string[];
  /** Called when text in the field, not a tag yet, appears or goes. */
  readonly onTyped?: (isTyped: boolean) => void;
}

/** Tags in a typed text, separated by commas. The server decides which of them are valid. */
export const tagsTyped = (text: string): readonly string[] =>
  text
    .split(/[,;]/)
    .map((tag) => tag.trim().replace(/\s+/g, " ").toLowerCase())
    .filter((tag) => tag !== "");

/** A field that turns its text into tags at Enter, at a comma, and when it loses the focus. */
export function TagField({ id, tags, onTags, known, onTyped = () => {} }: TagFieldProps) {
  const [typed, setText] = useState("");
  const setTyped = (text: string) => {
    setText(text);
    onTyped(text.trim() !== "");
  };
  const add = (text: string) => {
    setTyped("");
    const news = tagsTyped(text);
    if (news.length > 0) onTags([...new Set([...tags, ...news])]);
  };
  return (
    <span class="flex min-h-[34px] flex-wrap items-center gap-1.5 rounded-control border border-line-2 bg-panel px-2 py-1 focus-within:outline-2 focus-within:-outline-offset-1 focus-within:outline-focus">
      {tags.map((tag) => (
        <span key={tag} class="tag" dir="auto">
          {tag}
          <button
            type="button"
            class="grid size-6 place-items-center rounded hover:bg-hover"
            aria-label={`Remove the tag ${tag}`}
            onClick={() => onTags(tags.filter((one) => one !== tag))}
          >
            <Icon name="x" class="size-3" />
          </button>
        </span>
      ))}
      <input
        id={id}
        class="min-w-28 flex-1 outline-none phone:text-base"
        list={`${id}-known`}
        placeholder={tags.length === 0 ? "client: north, docs" : "Add a tag"}
        value={typed}
        onInput={({ currentTarget: { value } }) => (/[,;]/.test(value) ? add(value) : setTyped(value))}
        onKeyDown={(event) => {
          if (event.key === "Enter" && typed.trim() !== "") {
            event.preventDefault();
            add(typed);
          } else if (event.key === "Backspace" && typed === "") onTags(tags.slice(0, -1));
        }}
        onBlur={() => add(typed)}
      />
      <datalist id={`${id}-known`}>
        {known.map((tag) => (
          <option key={tag} value={tag} />
        ))}
      </datalist>
    </span>
  );
}
