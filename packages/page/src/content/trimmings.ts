import type { TextBlock } from "../scan/scan.ts";
import { blockText, MARK, type Scan } from "../scan/scan.ts";

/** Labels that highlighters write above code. The language itself is kept with the code. */
const CODE_LABEL =
  /^(?:bash|sh|shell|zsh|console|terminal|js|jsx|javascript|ts|tsx|typescript|json|jsonc|yaml|yml|toml|ini|xml|html|css|scss|sql|diff|python|py|ruby|rb|go|rust|java|kotlin|swift|c|cpp|c\+\+|c#|csharp|php|lua|powershell|dockerfile|makefile|graphql|vue|svelte|markdown|md|text|txt|plaintext|copy|copy code)$/i;
/** Endings of pages that have no footer element. */
const COLOPHON =
  /^(?:©|\(c\)|copyright\b|all rights reserved|last (?:updated|modified|edited)|this page was last|page last)/i;
const COLOPHON_CHARACTERS = 200;
const COLOPHON_BLOCKS = 3;

/** Addresses of pictures that no link or element uses: what a theme keeps for its scripts. */
const PICTURE = /^https?:\/\/[^\s?]+(?<=\.(?:jpe?g|png|gif|webp|avif|svg))(?:\?\S*)?$/i;
const PICTURE_CHARACTERS = 2_000;

/** The content without labels of code blocks, without what is for scripts, and without the lines a page ends with. */
export function withoutTrimmings(scanned: Scan, blocks: readonly TextBlock[]): readonly TextBlock[] {
  const kept = blocks.filter(
    (block, at) => !isCodeLabel(scanned, block, blocks[at + 1]) && !isForScripts(scanned, block, blocks[at + 1]),
  );
  const tail = kept
    .slice(-COLOPHON_BLOCKS)
    .findIndex((block) => block.length < COLOPHON_CHARACTERS && COLOPHON.test(blockText(scanned, block)));
  return tail < 0 ? kept : kept.slice(0, Math.max(0, kept.length - COLOPHON_BLOCKS) + tail);
}

/** The address of a picture, or the label that stands before one. */
function isForScripts(scanned: Scan, block: TextBlock, next: TextBlock | undefined): boolean {
  if (isPicture(scanned, block)) return true;
  return next !== undefined && isPicture(scanned, next) && blockText(scanned, block).endsWith(":");
}

function isPicture(scanned: Scan, block: TextBlock): boolean {
  if (block.words !== 1 || block.linkLength > 0 || block.length > PICTURE_CHARACTERS) return false;
  return (block.marks & MARK.code) === 0 && PICTURE.test(blockText(scanned, block));
}

function isCodeLabel(scanned: Scan, block: TextBlock, next: TextBlock | undefined): boolean {
  if (block.words > 2 || next === undefined || (next.marks & MARK.code) === 0) return false;
  return (block.marks & MARK.code) === 0 && CODE_LABEL.test(blockText(scanned, block));
}
