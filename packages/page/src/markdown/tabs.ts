import { ATTRIBUTE, type Container, type TagAttributes } from "../scan/scan.ts";
import type { Block } from "./block.ts";
import { oneLine } from "./frame.ts";

const LABELS_CLASS = /(?:^|\s)(?:tabbed-labels|nav-tabs|tabs__nav|tab-list|tabs-nav)(?=\s|$)/;
const PANEL_CLASS = /(?:^|\s)(?:tabbed-block|tab-pane|tab-panel|tabpanel|tabs-panel)(?=\s|$)/;
const LABEL_CLASS = /(?:^|\s)(?:sd-tab-label|tab-label|tabbed-label)(?=\s|$)/;
/** Most labels of a tab set; panels after these get none. */
const MAX_LABELS = 50;

interface TabSet {
  readonly labels: readonly string[];
  next: number;
  /** End of the element that holds labels and panels. */
  readonly to: number;
}

/** The labels of tabs, to stand above their panels: what is shown one at a time on the page follows one another here. */
export class Tabs {
  readonly #sets: TabSet[] = [];
  readonly #holders = new Set<number>();

  add(blocks: readonly Block[], to: number): void {
    const labels = blocks
      .slice(0, MAX_LABELS)
      .flatMap((block) => oneLine(block.type === "item" ? block.blocks : [block]) || []);
    if (labels.length > 0) this.#sets.push({ labels, next: 0, to });
  }

  /** The label of the panel that starts here; empty where it has none. */
  nextLabel(from: number): string {
    for (let set = this.#sets.at(-1); set !== undefined && set.to <= from; set = this.#sets.at(-1)) this.#sets.pop();
    const set = this.#sets.at(-1);
    return set?.labels[set.next++] ?? "";
  }

  /** The label of an element, if it is a panel; empty where it has none. */
  labelOf({ from, parent, index }: Container, attributes: TagAttributes): string {
    const isOne = isPanel(attributes) || this.#holders.has(parent);
    const label = isOne ? this.nextLabel(from) : "";
    // The children of such an element are the panels, though nothing marks them as such.
    if (attributes.plain(ATTRIBUTE.class) === "blocks" && this.#sets.length > 0) this.#holders.add(index);
    return label;
  }
}

export function isTabList(attributes: TagAttributes): boolean {
  if (attributes.has(ATTRIBUTE.role) && attributes.plain(ATTRIBUTE.role).toLowerCase() === "tablist") return true;
  const classes = attributes.plain(ATTRIBUTE.class);
  return classes === "tabs" || LABELS_CLASS.test(classes);
}

export function isPanel(attributes: TagAttributes): boolean {
  if (attributes.has(ATTRIBUTE.role) && attributes.plain(ATTRIBUTE.role).toLowerCase() === "tabpanel") return true;
  return PANEL_CLASS.test(attributes.plain(ATTRIBUTE.class));
}

export const isTabLabel = (classes: string): boolean => LABEL_CLASS.test(classes);
