import { textKey } from "../entry.ts";
import { headingText } from "../text.ts";
import { withoutEnd } from "../trim.ts";
import { isPagesName } from "./own-words.ts";

/** Segments that are written in capitals. */
const CAPITALS = new Set(
  "ai api apis aws cdn ci cli cms cpu css csv db dns faq faqs ftp gpu gui html http https ide io ios ip jwt json jsx llm llms ml npm oauth orm os pdf php rest rpc rss saml sdk sdks seo smtp sql sso ssr ssh tls tsx tv ui url ux vm vpn xml yaml".split(
    " ",
  ),
);

/** Words of a segment as a person writes them: `getting-started` → `Getting started`, `api_reference` → `API reference`. */
export function humanised(segment: string): string {
  const words = headingText(
    segment.replace(/([a-z])([A-Z])/g, "$1 $2").replace(/[-_+\s]+|\.(?![\dx])|(?<!\d)\./g, " "),
  ).split(" ");
  const written = words.map((word) => (CAPITALS.has(word.toLowerCase()) ? plural(word) : word)).join(" ");
  return headingText(written.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase()));
}

/** `APIs`, not `APIS`. */
function plural(word: string): string {
  return word.length > 3 && /s$/i.test(word) && CAPITALS.has(word.slice(0, -1).toLowerCase())
    ? `${word.slice(0, -1).toUpperCase()}s`
    : word.toUpperCase();
}

/** Link texts that name no part of a site. */
const NO_NAME =
  /^(?:home(?: ?page)?|start(?:page)?|introduction|intro|overview|index|welcome|main|top|back|next|previous|prev|more|read more|learn more|menu|see all|view all|all|here|root|untitled(?: document)?|you are here|简介|首页|主页|ホーム|홈|inicio|accueil|startseite|главная)$/u;

/** The time since something was written: `8 months ago`, `2 hours ago by Ann`. Bound: its first words. */
const AGO =
  /^(?:(?:about |almost |over |more than )?(?:\d+|an?|one) ?\p{L}+ ago|vor \d+ \p{L}+|il y a \d|hace (?:\d|un)|há \d|\d+ \p{L}+ (?:fa|atrás|geleden|sedan|siden|sitten|temu|назад|тому|önce|lalu)|\d+ ?(?:秒|分钟|小时|天|周|个月|年|分|時間|日|週間|か月|ヶ月)前|\d+(?:초|분|시간|일|주|개월|년) 전)(?!\p{L})/iu;

/** True for words that name neither a site nor a part of one: `Home`. */
export const namesNothing = (name: string): boolean => NO_NAME.test(textKey(name));

/** `Back to posts`: a link that leads back to a list names nothing that stands below it. Bound: its first words. */
const BACK =
  /^\P{L}{0,4}(?:(?:go )?back to|return to|zurück (?:zu|zur|zum)|retour (?:à|aux?)|(?:volver|regresar) (?:a|al)|voltar (?:para|a|ao)|torna (?:a|al|alla)|terug naar|tillbaka till|powrót do|(?:назад|вернуться) (?:к|в|на)|返回|回到)(?:\s|(?<=[返回到]))/iu;
export const leadsBack = (name: string): boolean => BACK.test(`${name.trim()} `);

/** A link's or title's words as a section's name; undefined where they name nothing, or go on too long. */
export function trySectionName(text: string): string | undefined {
  const name = headingText(
    unglued(
      withoutEnd(text, "→»›>§¶# ")
        .replace(TOGGLE, "")
        .replace(NAMESPACE, "")
        .replace(PICTURES, "")
        .replace(PICTURES_BEHIND, ""),
    ),
  );
  const key = textKey(name);
  if (
    key === "" ||
    /^\d+$/.test(key) ||
    NO_NAME.test(key) ||
    isSentence(name) ||
    isVersion(name) ||
    AGO.test(name) ||
    leadsBack(name) ||
    /(?:…|\.\.\.)$/.test(name) ||
    MEDIA.test(name) ||
    BRACKETED.test(name)
  )
    return undefined;
  const words = capitalised(name);
  return looksLikeSlug(words) ? undefined : words;
}

/** A notice, or another text that goes on: `For up-to-date documentation, see the`. Bound: 40 characters. */
const isSentence = (name: string): boolean =>
  [...name].length > 40 || name.split(" ").length > 5 || /[,;，、؛،] \p{Ll}{1,3}\s.*\p{Ll}$/u.test(name);

/** `0.3.2+`, `v2.x`, `2.4 (latest)`: a version says which pages these are, not what they are about. */
const isVersion = (name: string): boolean =>
  /^v?\d+(?:\.[\dx]+)*\+?(?:[-.]?(?:alpha|beta|rc|dev)[^\s(]*)?(?: \([^()]*\))?$/i.test(name);

/** `(Link)`: what somebody noted beside a name. */
const BRACKETED = /^[([（【].*[)\]）】]$/u;

/** Endings of media files, which some pages have as their title. */
const MEDIA = /\.(?:gif|jpe?g|png|svg|webp|mp[34]|og[agv]|pdf|zip)$/i;

/** A wiki's name for a kind of its pages: `Category:Script`. Namespaces of code have two colons. */
const NAMESPACE = /^\p{L}[\p{L}\p{M} ]{0,30}:(?=[^\s:/])/u;

/** Emoji before words … */
const PICTURES = /^(?:\p{Extended_Pictographic}(?:\ufe0f|\u200d)?\s?)+(?=[\p{L}\p{N}])/u;

/** … and behind them. Bound: 8 emoji. */
const PICTURES_BEHIND = /(?<=[\p{L}\p{N})])(?:\s?\p{Extended_Pictographic}(?:\ufe0f|\u200d)?){1,8}$/u;

/** Labels for screen readers of a button that opens a part of a menu. */
const TOGGLE = /^toggle (?:navigation|child pages|menu|section|the menu)(?: (?:of|in|for))? /i;

/** Two spellings of one label, for narrow and for wide screens: `Doc Documentation`; and rustdoc's `In tokio::net`. */
function unglued(text: string): string {
  return text.replace(/^(\S{2,12}) (?=\1\S)/i, "").replace(/^In (?=\w+::)/, "");
}

/** Names that say nothing of what is in a part. */
const GENERIC =
  /^(?:pages?|(?:table of )?contents?|toc|inhalt(?:sverzeichnis)?|sommaire|table des matières|[íi]ndice|sumário|inhoud(?:sopgave)?|spis treści|obsah|содержание|оглавление|зміст|目次|目录|目錄|차례|목차|main(?: page)?|uncategori[sz]ed|allgemein|ohne kategorie|non classé(?:e)?|sans catégorie|sin (?:categoría|categorizar)|sem categoria|senza categoria|geen categorie|bez kategorii|nezařazené|okategoriserade?|uten kategori|без (?:рубрики|категории|категорії)|未分類|未分类|미분류|غير مصنف|دسته بندی نشده|site|web|package|class|(?:no )?frames|html?|p|posts?|items?|entries|nodes?|no (?:matches|results).*|search results?.*|prev(?:ious)? \w+|next \w+|see also|related|menu|navigation|log ?(?:in|out)(?: log ?out)?|sign (?:in|up|out)|links|more|other|others|misc)$/u;

/** Folders that only gather what lies elsewhere: `/category/tools/`. */
const CATEGORY =
  /^(?:(?:product )?categor(?:y|ies)|kategorien?|catégories?|categor[íi]as?|categorie|категории|カテゴリー?(?: ?一覧)?|分类|分類|카테고리)$/u;

/** Names of menus, and of boxes that only choose from other lists: `Main menu`, `Recent posts`. */
const BOX =
  /^(?:(?:main|primary|site|top|footer|mobile) (?:menu|nav(?:igation)?)|quick ?links|useful links|(?:recent|latest|newest|popular|featured|related|random) (?:posts?|articles?|entries|news|stories|comments?|pages?)|(?:the )?most (?:read|popular|viewed|shared|commented)(?: \w+)?|trending(?: now)?|tags?(?: cloud)?|haupt(?:menü|navigation)|(?:meist|am meisten )gelesen(?:e artikel)?|(?:les )?plus lus|(?:l[oa]s? )?más leíd[oa]s?|(?:as )?mais lid[oa]s|(?:i )?più letti|самое (?:читаемое|популярное)|(?:neueste|aktuelle|letzte|beliebte) (?:beiträge|artikel|kommentare)|menu (?:principal|utama|principale|główne|lateral)|menú(?: principal)?|(?:articles?|billets?|commentaires?) récents?|derniers (?:articles|billets)|(?:entradas|artículos|comentarios) recientes|últim[ao]s (?:entradas|artículos|noticias)|(?:posts|artigos|comentários) recentes|últimos (?:posts|artigos)|articoli recenti|ultimi articoli|recente (?:berichten|artikelen)|hoofdmenu|ostatnie wpisy|senaste inlägg|son yazılar|ana menü|главное меню|меню|(?:последние|свежие|недавние) (?:записи|статьи|новости)|головне меню|останні записи|(?:pos|tulisan|artikel) terbaru|bài viết mới(?: nhất)?|最近の(?:投稿|記事)|最新記事|新着記事|人気記事|メニュー|最新文章|近期文章|最近文章|热门文章|主菜单|导航|選單|최근 글|인기 글|메뉴|أحدث (?:المقالات|التدوينات)|القائمة(?: الرئيسية)?|آخرین (?:نوشته ها|مطالب)|پست های اخیر|תפריט)$/u;

export function isGeneric(name: string): boolean {
  const key = textKey(name);
  return GENERIC.test(key) || CATEGORY.test(key) || BOX.test(key) || isPagesName(key);
}

export const isCategory = (name: string): boolean => CATEGORY.test(textKey(name));

/** A folder in words; `Pages` where it has none. */
export function folderName(segment: string): string {
  // `01-intro`: a number that only puts folders in order.
  const words = humanised(segment.replace(/^0\d{0,3}[-_. ]+(?=\p{L})/u, ""));
  return words === "" || looksLikeSlug(words) ? "Pages" : words;
}

/** A slug for a name is spelt out; a name is kept as its author wrote it. */
function capitalised(name: string): string {
  return looksLikeSlug(name) || /^[a-z\d]+$/.test(name) ? humanised(name) : name;
}

/** True if a section's name was a file's or a folder's before. */
export function looksLikeSlug(name: string): boolean {
  // A name in code is written as it is: `tokio_util::codec`.
  if (name.includes("::")) return false;
  return (
    /\.(?:html?|php|aspx?|md|txt)$|^https?:|%[\da-f]{2}|^[^\s_]*_\S*$/i.test(name) ||
    /^[a-z\d]+(?:-[a-z\d]+)+$/.test(name)
  );
}
