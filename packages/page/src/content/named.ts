import type { Container, Scan } from "../scan/scan.ts";
import { MARK } from "../scan/scan.ts";

/** Share of the text outside of menus that an element named as the content holds, links included. */
const NAMED_SHARE = 0.4;
/** An element within it takes its place when it is named so as well and holds this share of it. */
const INNER_SHARE = 0.9;
const AROUND = MARK.navigation | MARK.footer | MARK.cookie | MARK.header | MARK.negative | MARK.form;

/** The narrowest element whose name says that it holds the content, and that does; 0 where there is none. Linear. */
export function namedContent({ containers, blocks }: Scan, dropped: number): number {
  const isNamed = (container: Container) => (container.own & MARK.named) !== 0;
  if (!containers.some(isNamed)) return 0;
  const held = new Float64Array(containers.length);
  for (const { container, length, marks } of blocks)
    if ((marks & (AROUND | dropped)) === 0) held[container] = (held[container] ?? 0) + length;
  for (let index = containers.length - 1; index > 0; index--) {
    const parent = containers[index]?.parent ?? 0;
    held[parent] = (held[parent] ?? 0) + (held[index] ?? 0);
  }
  let named = 0;
  for (const container of containers) {
    if (!isNamed(container) || container.from >= (containers[named]?.to ?? 0)) continue;
    const share = named === 0 ? NAMED_SHARE : INNER_SHARE;
    if ((held[container.index] ?? 0) >= share * Math.max(1, held[named] ?? 0)) named = container.index;
  }
  return named;
}
