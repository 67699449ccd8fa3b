import { ATTRIBUTE, type TagAttributes } from "./attributes.ts";
import { ownText } from "./own-text.ts";
import { TAG, tag } from "./tags.ts";

/** Facts about a container's text by its tag, role, classes and visibility. Bits, so that they can be inherited. */
export const MARK = {
  /** Elements that are never shown as text: svg, buttons, selects of a form. */
  hidden: 1,
  navigation: 2,
  footer: 4,
  aside: 8,
  form: 16,
  header: 32,
  main: 64,
  article: 128,
  /** Class or id names what surrounds content. */
  negative: 256,
  /** Class or id names content. */
  positive: 512,
  comments: 1024,
  code: 2048,
  cookie: 4096,
  /** Hidden by an attribute or a style: at times the whole page stands there until a script shows it. */
  unshown: 8192,
  /** Text for browsers without scripts or without frames. */
  noscript: 16384,
  breadcrumb: 32768,
  /** Content of a `<template>`, which is no part of the document. */
  inert: 65536,
  /** svg or math: other rules of tokenising hold. */
  foreign: 131072,
  /** HTML again inside svg. */
  integration: 262144,
  /** Called its description by the page's data. */
  described: 524288,
  /** Class or id names a description. */
  description: 2097152,
  /** Class or id names what a page says of itself: errors, warnings, news of the shop. */
  notice: 1048576,
  /** Id, or one of the classes, is a name that authors give to the element of the content. */
  named: 4194304,
} as const;

/** Bound: CLASS_CHARACTERS. */
const SURROUNDING =
  /(?:^|[\s_-])(?:nav|navi|navbar|navigation|navbox|menu|submenu|megamenu|dropdown|sidebar|side-?bar|sidenav|footer|foot|breadcrumbs?|crumbs?|pagination|pager|paging|toolbar|skip|skip-?link|skip-?to|share|sharing|social|socials|addthis|related|recommend(?:ed|ations?)?|also-?like|more-?stories|read-?next|promo|promotion|sponsor(?:ed)?|advert|advertisement|ads?|adsense|banner|newsletter|subscribe|subscription|signup|sign-?up|login|modal|popup|pop-?up|overlay|toast|tooltip|widget|toc|table-of-contents|tableofcontents|search|searchbox|(?:shopping|mini|layer|block|ajax|top|header)[_-]?cart|cart[_-](?:summary|block|drawer)|wish-?list|copyright|colophon|legal|masthead|print-?only|noprint|screen-reader-text|screen-reader|sr-only|visually-?hidden|visuallyhidden|headerlink|prevnext|prev-?next|edit-?page|editsection|mw-editsection|feedback|rating|ratings|taglist|tag-?list|tag-?cloud|byline|authors?|author-?bio|author-?box|author-?card|author-?info|bio|contributors?|linenos?|crayon-nums|line-?numbers?(?!-mode)|caption(?!-top|-bottom)|photo-?credit|image-?credit|disclosure|disclaimer|affiliate|post-?meta|entry-?meta|meta|metadata|disqus|(?:post|message|user|forum|member)-?signatures?|message-?user(?!-content)|message-?user-?extras?|message-?avatar|message-?attribution|post-?profile|poster-?info|user-?(?:info|details|stats|extras?|panel|title|meta)|author-?(?:pane|stats|panel)|reactions?-?(?:bar|summary)?|post-?reactions?|join-?date|sig-?\d+|trending|popular|most-?read|recent(?:[_-]?(?:posts?|news|comments?|entries|articles?|topics?|activity))?|carousel|cta)(?=$|[\s_-])/i;
/** Names that count only as a whole class: in `overflow-hidden`, `gutter-lg`, `outline-none` they describe a layout. */
const SURROUNDING_ALONE = /(?:^|\s)(?:is-)?(?:hidden|gutter|outline)(?=$|\s)/;
/** Hidden on small screens only. */
const SHOWN_WHERE_WIDE =
  /(?:^|\s)(?:sm|md|lg|xl|2xl|tablet|desktop):(?:block|flex|grid|inline|inline-block|inline-flex|contents|table)(?=$|\s)/;
const COOKIE =
  /cookie|consent|gdpr|onetrust|(?:^|[\s_-])cmp-?(?:banner|box|consent|popup|overlay|modal|dialog|notice|ui)|privacy-?(?:banner|notice)|cc-window|truste/i;
const CONTENT =
  /(?:^|[\s_-])(?:article|articlebody|article-?body|post|post-?body|post-?content|entry|entry-?content|content|maincontent|main-?content|main|page-?content|story|story-?body|markdown|markdown-?body|theme-doc-markdown|prose|rst-content|vp-doc|documentation|docs?-?content|doc-?body|body-?content|rich-?text|text)(?=$|[\s_-])/i;
/** Whole names of the one element that holds the content. Bound: CLASS_CHARACTERS. */
const NAMED =
  /(?:^|\s)(?:(?:main|page|site|body|primary|inner)?[-_]?content|main[-_]?(?:wrapper|area|body)?|site-main|content[-_]?(?:main|area|body|column|col)|(?:main|center|centre|middle)[-_]?(?:col|column)|(?:col|column)[-_]?(?:main|center|middle)|inhalt|hauptinhalt|contenu|contenido|conteudo|contenuto|innhold|obsah|tresc)(?=$|\s)/i;
const COMMENTS =
  /(?:^|[\s_-])(?<!(?:tsd|doc|code)[_-])(?:comments?|commentlist|comment-?list|respond|replies|discussion)(?=$|[\s_-])/i;
/** Bound: CLASS_CHARACTERS. */
const NOTICE = /(?:^|[\s_-])(?:alerts?|notices|notifications?|warnings?|errors?|validation)(?=$|[\s_-])/i;
/** The description of what the page is about, on the page of a product. Bound: CLASS_CHARACTERS. */
const DESCRIPTION = /(?:^|[\s_-])description(?=$|[\s_-])/i;
/** Whole names of a site's own footer and menus. Bound: CLASS_CHARACTERS. */
const SITE_FOOTER =
  /(?:^|\s)(?:(?:site|page|main|global|wrapper|wrap)[-_]?)?footer(?:[-_]?(?:about|area|bottom|columns?|content|info|inner|links|main|menu|nav|text|top|widgets?))?(?:[-_]?(?:container|wrapper|wrap))?(?=$|\s)/i;
const SITE_HEADER = /(?:^|\s)(?:site|main|global)[-_]?header(?=$|\s)/i;
const SITE_MENU =
  /(?:^|\s)(?:(?:site|main|primary|secondary|global|top|header|mobile|mega)[-_]?)(?:navigation|nav|menu|navbar)(?:[-_]?(?:wrapper|container|list))?(?=$|\s)/i;
/** The number of a notebook's cell beside it. */
const CELL_NUMBER = /(?:^|\s)(?:(?:in|out)put_prompt|jp-(?:In|Out)putPrompt|prompt highlight-none)(?=$|\s)/;
const BREADCRUMB = /bread-?crumb|(?:^|[\s_-])crumbs?(?=$|[\s_-])/i;
const CAMEL_CASE = /([a-z])([A-Z])/g;

/** Characters of a class attribute that are looked at: longer ones list utility classes, behind the telling name. */
const CLASS_CHARACTERS = 400;
const REMEMBERED_CLASSES = 20_000;
const marksOfClass = new Map<string, number>();

function marksOfName(value: string): number {
  const known = marksOfClass.get(value);
  if (known !== undefined) return known;
  const words = value.slice(0, CLASS_CHARACTERS).replace(CAMEL_CASE, "$1-$2");
  let marks = 0;
  if (COOKIE.test(words)) marks |= MARK.cookie;
  if (SURROUNDING.test(words) || (SURROUNDING_ALONE.test(words) && !SHOWN_WHERE_WIDE.test(words)))
    marks |= MARK.negative;
  if (SITE_FOOTER.test(value.slice(0, CLASS_CHARACTERS))) marks |= MARK.footer;
  if (SITE_HEADER.test(value.slice(0, CLASS_CHARACTERS))) marks |= MARK.header;
  if (SITE_MENU.test(value.slice(0, CLASS_CHARACTERS))) marks |= MARK.navigation;
  if (CELL_NUMBER.test(value.slice(0, CLASS_CHARACTERS))) marks |= MARK.hidden;
  if (CONTENT.test(words)) marks |= MARK.positive;
  if (NAMED.test(value.slice(0, CLASS_CHARACTERS))) marks |= MARK.named;
  if (COMMENTS.test(words)) marks |= MARK.comments;
  if (BREADCRUMB.test(words)) marks |= MARK.breadcrumb;
  if (NOTICE.test(words)) marks |= MARK.notice;
  if (DESCRIPTION.test(words)) marks |= MARK.description;
  if (marksOfClass.size >= REMEMBERED_CLASSES) marksOfClass.clear();
  marksOfClass.set(ownText(value), marks);
  return marks;
}

const MARKS_OF_ROLE: Readonly<Record<string, number>> = {
  main: MARK.main,
  article: MARK.article,
  navigation: MARK.navigation,
  menu: MARK.navigation,
  menubar: MARK.navigation,
  toolbar: MARK.navigation,
  tablist: MARK.navigation,
  contentinfo: MARK.footer,
  banner: MARK.header,
  complementary: MARK.aside,
  search: MARK.form,
  tooltip: MARK.hidden,
  dialog: MARK.hidden | MARK.cookie,
  alertdialog: MARK.hidden | MARK.cookie,
};

const MARKS_OF_TAG = new Map<number, number>([
  [tag("main"), MARK.main],
  [tag("article"), MARK.article],
  [tag("nav"), MARK.navigation],
  [tag("menu"), MARK.navigation],
  [tag("footer"), MARK.footer],
  [tag("header"), MARK.header],
  [tag("aside"), MARK.aside],
  [tag("form"), MARK.form],
  [tag("fieldset"), MARK.form],
  [tag("pre"), MARK.code],
  [TAG.noscript, MARK.noscript],
  [TAG.noframes, MARK.noscript],
  [TAG.template, MARK.hidden | MARK.inert],
  [TAG.svg, MARK.hidden | MARK.foreign],
  [TAG.math, MARK.foreign],
  [tag("foreignobject"), MARK.integration],
  ...["select", "button", "dialog", "object", "video", "audio", "canvas", "search", "annotation"].map(
    (name): [number, number] => [tag(name), MARK.hidden],
  ),
]);

const PRE = tag("pre");
const NUMBERED = /(?:^|\s)line-numbers(?=$|\s)/;
const ASIDE = tag("aside");
/** Notes that stand in the text. */
const ADMONITION =
  /(?:^|\s)(?:starlight-aside|admonition|callout|custom-block|markdown-alert|theme-admonition)(?=$|[\s_-])/;

const NOT_DISPLAYED = /display\s*:\s*none|visibility\s*:\s*hidden/i;

/** Parts that unfold when their heading is clicked. */
const FOLDED = /accordion|callout|collapsible|tab-?panel/i;

/** Parts of which readers see one at a time. */
function isFolded(attributes: TagAttributes): boolean {
  if (attributes.has(ATTRIBUTE.role) && attributes.plain(ATTRIBUTE.role).toLowerCase() === "tabpanel") return true;
  return (
    (attributes.has(ATTRIBUTE.id) && FOLDED.test(attributes.plain(ATTRIBUTE.id))) ||
    (attributes.has(ATTRIBUTE.class) && FOLDED.test(attributes.plain(ATTRIBUTE.class)))
  );
}

function isUnshown(id: number, attributes: TagAttributes): boolean {
  if (attributes.has(ATTRIBUTE.hidden) && id !== TAG.table && attributes.plain(ATTRIBUTE.hidden) !== "until-found") {
    // `<div hidden id="S:0">` holds what React streams: a script moves it into place.
    if (!attributes.plain(ATTRIBUTE.id).startsWith("S:")) return true;
  }
  if (attributes.plain(ATTRIBUTE.ariaHidden).toLowerCase() === "true") return true;
  return attributes.has(ATTRIBUTE.style) && NOT_DISPLAYED.test(attributes.plain(ATTRIBUTE.style));
}

/**
 * True for a section whose id is its heading's words, as Sphinx, pandoc and pkgdown write them: "for-library-authors" is no box
 * of authors. A `section` without a class may be a person's own, so one word counts there.
 */
function isNamedByHeading(id: number, attributes: TagAttributes): boolean {
  const name = attributes.has(ATTRIBUTE.class) ? attributes.plain(ATTRIBUTE.class) : "";
  if (HEADED.test(name)) return true;
  return id === SECTION && name === "" && attributes.plain(ATTRIBUTE.id).includes("-");
}

const SECTION = tag("section");
const HEADED = /^(?:section|level\d|section level\d)$/;

/** The marks an opening tag gives to its own container. */
export function marksOf(id: number, attributes: TagAttributes): number {
  let marks = MARKS_OF_TAG.get(id) ?? 0;
  // Declarative shadow DOM is shown.
  if (id === TAG.template && attributes.has(ATTRIBUTE.shadowRootMode)) marks = 0;
  if (attributes.has(ATTRIBUTE.class)) marks |= marksOfName(attributes.plain(ATTRIBUTE.class));
  // Prism numbers the lines of a `<pre>` with this class: it holds the code.
  if (id === PRE && NUMBERED.test(attributes.plain(ATTRIBUTE.class))) marks &= ~MARK.negative;
  if (id === ASIDE && ADMONITION.test(attributes.plain(ATTRIBUTE.class))) marks &= ~MARK.aside;
  if (attributes.has(ATTRIBUTE.id) && !isNamedByHeading(id, attributes))
    marks |= marksOfName(attributes.plain(ATTRIBUTE.id));
  if (attributes.has(ATTRIBUTE.role)) marks |= MARKS_OF_ROLE[attributes.plain(ATTRIBUTE.role).toLowerCase()] ?? 0;
  if (attributes.has(ATTRIBUTE.ariaLabel) && BREADCRUMB.test(attributes.plain(ATTRIBUTE.ariaLabel))) {
    marks |= MARK.breadcrumb;
  }
  if (attributes.has(ATTRIBUTE.itemtype) && attributes.plain(ATTRIBUTE.itemtype).endsWith("/BreadcrumbList")) {
    marks |= MARK.breadcrumb;
  }
  if (attributes.has(ATTRIBUTE.itemprop) && attributes.plain(ATTRIBUTE.itemprop) === "description")
    marks |= MARK.described;
  return isUnshown(id, attributes) && !isFolded(attributes) ? marks | MARK.unshown : marks;
}
