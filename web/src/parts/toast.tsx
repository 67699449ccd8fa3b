import { troubleOf } from "../state/call.ts";
import { Store, useStore } from "../state/store.ts";
import { Icon } from "./button.tsx";

const said = new Store("");
let clearing: ReturnType<typeof setTimeout> | undefined;

/** Shows a message at the foot of the page for some seconds. */
export function toast(words: string): void {
  said.set(words);
  clearTimeout(clearing);
  clearing = setTimeout(() => said.set(""), 3000);
}

/** Waits for work, and shows `said` or the reason of the failure. @returns true if it succeeded */
export async function tried(work: Promise<unknown>, said = ""): Promise<boolean> {
  try {
    await work;
    if (said) toast(said);
    return true;
  } catch (thrown) {
    toast(troubleOf(thrown));
    return false;
  }
}

/** Copies by a selection: a page opened by plain HTTP has no clipboard. */
function copySelected(text: string): boolean {
  const field = document.createElement("textarea");
  field.value = text;
  field.readOnly = true;
  field.className = "fixed top-0 left-0 opacity-0";
  const before = document.activeElement;
  (document.querySelector("dialog[open]") ?? document.body).append(field);
  field.select();
  const copied = document.execCommand("copy");
  field.remove();
  if (before instanceof HTMLElement) before.focus();
  return copied;
}

async function copied(text: string): Promise<boolean> {
  if (!navigator.clipboard) return copySelected(text);
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // The only error here is NotAllowedError: the browser gives no access to the clipboard.
    return copySelected(text);
  }
}

/** Copies a text, and shows whether that worked. */
export async function copy(text: string, what: string): Promise<void> {
  toast((await copied(text)) ? `${what} copied` : "The browser did not let this page copy");
}

export function Toast() {
  const words = useStore(said);
  return (
    <div role="status">
      {words && (
        <div class="fixed bottom-7 left-1/2 z-15 flex w-max max-w-[calc(100vw-32px)] -translate-x-1/2 items-center gap-2 rounded-lg bg-ink px-3.5 py-2 font-medium text-on-ink shadow-pop phone:bottom-22">
          <Icon name="check" />
          {words}
        </div>
      )}
    </div>
  );
}

/** Offers a text to the person as a file. */
export function download(text: string, name: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: "text/plain;charset=utf-8" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // Browsers read the blob after the click has been handled.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
