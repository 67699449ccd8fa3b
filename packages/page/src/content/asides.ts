import type { Container, TextBlock } from "../scan/scan.ts";
import { blockText, headingLevel, isHeading, type Scan, TAG } from "../scan/scan.ts";

/** Headings of what stands below any article, product or thread and is not about it. */
const HEADINGS = [
  /^(?:related|similar|recommended|suggested|popular|trending|recent|latest|featured|more|other) (?:articles?|posts?|products?|items?|stories|news|threads?|topics|reads?|reading|content|videos?|from|for you|comments|searches|blogs?|like this|to explore|on this topic|in this (?:series|category))\b/i,
  /^(?:related|trending(?: now)?|recommended|read (?:next|also|this next)|keep reading|up next|more stories|most (?:popular|read|viewed|discussed)|recently viewed|popular now|just for you|best ?sellers?)$/i,
  /^(?:you (?:may|might|could|will|'ll|’ll) (?:also )?(?:like|love|enjoy|be interested)|people also|customers? (?:also|who)|(?:frequently )?bought together|others also|pairs well with|complete the look|explore more)\b/i,
  /^(?:(?:customer|product|user|guest|verified)s?['’]? ?)?(?:reviews?|ratings?)(?: (?:&|and) (?:reviews?|ratings?))?(?: \(?[\d,.]+\)?)?$/i,
  /^(?:\d+ )?(?:comments?|replies|responses|thoughts on)(?: \(?\d+\)?)?$|^\d+ (?:comments?|thoughts|responses) (?:on|to)\b/i,
  /^(?:leave|post|add|write) (?:a|your) (?:reply|comment|review|response)|^(?:join|start) the (?:discussion|conversation)|^(?:about|meet) the (?:authors?|writer|editor)s?$/i,
  /^(?:(?:sign up|subscribe|join)\b.{0,40}\b(?:newsletters?|updates|mailing list|inbox|e-?mails?)|(?:our )?newsletter|stay (?:in touch|connected|up to date|updated)|follow us|share (?:this|on|with)\b|like this:?$)/i,
  /^(?:ähnliche|verwandte|weitere) (?:artikel|beiträge|produkte|themen|meldungen)|^(?:meist|am meisten )gelesen|^(?:neueste|aktuelle) (?:artikel|beiträge|meldungen|nachrichten)$|^das könnte (?:sie|dich|ihnen|dir) auch|^(?:kommentare|kundenbewertungen|bewertungen|rezensionen|über den autor|schreibe? einen kommentar)(?: \(?\d+\)?)?$/i,
  /^(?:(?:les )?plus lus|derni(?:ers articles|ères (?:actualités|nouvelles))|(?:l[oa]s? )?más leíd[oa]s?|últimas (?:noticias|notícias)|(?:as )?mais lid[oa]s|(?:i )?più letti|ultim[ei] (?:notizie|articoli)|самое читаемое|последние (?:новости|записи|статьи))$/i,
  /^(?:articles|produits|sujets) (?:similaires|liés|connexes|associés|recommandés)|^(?:à lire aussi|vous aimerez|vous aimeriez|laisser un commentaire|commentaires?|avis(?: clients?)?|à propos de l['’]auteur)(?:\b.{0,20})?$/i,
  /^(?:artículos|entradas|productos|noticias|artigos|posts|produtos|notícias|articoli|prodotti) (?:relacionad[oa]s|similares|correlati|simili|recomendad[oa]s)|^(?:también te puede|te puede interesar|você também pode|potrebbe(?:ro)? interessarti|leggi anche|lee también|leia também)|^(?:comentarios|comentários|commenti|reseñas|opiniones|avaliações|recensioni)(?: \(?\d+\)?)?$|^(?:deja|deixe|lascia) (?:una?|um) (?:comentario|comentário|respuesta|commento)/i,
  /^(?:gerelateerde|lees ook|reacties|ook interessant)\b|^(?:похожие|читайте также|комментарии|отзывы|рекомендуем)/i,
  /^(?:関連(?:記事|商品|リンク)|おすすめ|コメント|レビュー|この記事を書いた人|相关(?:文章|阅读|产品|推荐|新闻)|推荐阅读|猜你喜欢|评论|相關(?:文章|閱讀|產品)|관련 ?(?:글|기사|상품)|댓글|리뷰)/,
];
const CALLOUT =
  /^(?:related|read|more|keep|up next|trending|similar|recommended|ähnliche|weitere|à lire|lee|leia|leggi|lees|читайте|関連|相关)/i;
const MAX_HEADING_CHARACTERS = 80;
/** Characters of content that must stand before a heading for it to begin an aside. */
const MIN_TEXT_BEFORE = 300;
/** An aside with more than this share of the content is the content. */
const MAX_SHARE = 0.5;

/** The content without the parts whose headings say that they are about something else. Linear. */
export function withoutAsides(scanned: Scan, blocks: readonly TextBlock[]): readonly TextBlock[] {
  let repeated: ReadonlySet<string> | undefined;
  // Computed only on demand: most pages have no such heading.
  const isRepeated = (heading: string) => {
    repeated ??= repeatedHeadings(scanned, blocks);
    return repeated.has(withoutNumbers(heading));
  };
  const total = blocks.reduce((sum, { length }) => sum + length, 0);
  const kept: TextBlock[] = [];
  let before = 0;
  for (let at = 0; at < blocks.length; ) {
    const block = blocks[at];
    if (block === undefined) break;
    if (before >= MIN_TEXT_BEFORE && isAsideHeading(scanned, block, isRepeated)) {
      const end = endOfPart(scanned, blocks, at);
      if (lengthOf(blocks, at, end) < MAX_SHARE * total) {
        at = end;
        continue;
      }
    }
    kept.push(block);
    before += block.length;
    at++;
  }
  return kept;
}

/** A heading that comes again and again belongs to the parts of a thread. */
function repeatedHeadings(scanned: Scan, blocks: readonly TextBlock[]): ReadonlySet<string> {
  const seen = new Set<string>();
  const repeated = new Set<string>();
  for (const block of blocks) {
    if (!isHeading(block.tag) || block.length > MAX_HEADING_CHARACTERS) continue;
    const text = withoutNumbers(blockText(scanned, block));
    if (seen.has(text)) repeated.add(text);
    seen.add(text);
  }
  return repeated;
}

/** `1 Comment`, `12 Comments` */
const withoutNumbers = (text: string): string =>
  text
    .replace(/[\d\s()]+/g, "")
    .replace(/s$/, "")
    .toLowerCase();

function isAsideHeading(scanned: Scan, block: TextBlock, isRepeated: (heading: string) => boolean): boolean {
  if (!isHeading(block.tag) || block.tag === TAG.h1 || block.length > MAX_HEADING_CHARACTERS) return false;
  const text = blockText(scanned, block);
  return HEADINGS.some((heading) => heading.test(text)) && !isRepeated(text);
}

/** End of the part under a heading: the next heading of its rank, or the end of the element that holds more than it. */
function endOfPart(scanned: Scan, blocks: readonly TextBlock[], at: number): number {
  const { containers } = scanned;
  const heading = blocks[at];
  if (heading === undefined) return at;
  const limit = endOfHolder(containers, heading, blocks[at + 1]);
  // A box of links in the middle of an article; reviews and comments are running text themselves.
  const isCallout = CALLOUT.test(blockText(scanned, heading));
  let end = at + 1;
  for (; end < blocks.length; end++) {
    const next = blocks[end];
    if (next === undefined || next.container >= limit) break;
    if (isHeading(next.tag) && headingLevel(next.tag) <= headingLevel(heading.tag)) break;
    if (isCallout && isRunningText(next)) break;
  }
  return end;
}

const isRunningText = ({ tag, words, length, linkLength }: TextBlock): boolean =>
  tag === TAG.p && words >= 25 && linkLength < 0.2 * length;

/** The end of the narrowest element that holds the heading and what follows it; containers stand in document order. */
function endOfHolder(containers: readonly Container[], heading: TextBlock, next: TextBlock | undefined): number {
  if (next === undefined) return Number.POSITIVE_INFINITY;
  let holder = containers[heading.container]?.parent ?? 0;
  const start = containers[next.container]?.from ?? 0;
  while (holder > 0 && (containers[holder]?.to ?? 0) <= start) holder = containers[holder]?.parent ?? 0;
  const to = containers[holder]?.to ?? Number.POSITIVE_INFINITY;
  let low = holder;
  let high = containers.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((containers[middle]?.from ?? 0) < to) low = middle + 1;
    else high = middle;
  }
  return low;
}

function lengthOf(blocks: readonly TextBlock[], from: number, to: number): number {
  let length = 0;
  for (let at = from; at < to; at++) length += blocks[at]?.length ?? 0;
  return length;
}
