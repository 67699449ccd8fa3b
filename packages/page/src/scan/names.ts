// The one table of text that is no content: by element names, roles, classes and attributes.
import { ATTRIBUTES as A, type Attributes, levelOf, tag, tagsOf } from "./html.ts";

/** Facts about text, as bits that are inherited. */
export const IS = {
  /** Never shown as text. */
  hidden: 1,
  navigation: 2,
  footer: 4,
  aside: 8,
  form: 16,
  header: 32,
  main: 64,
  article: 128,
  /** Named as surroundings of the content. */
  around: 256,
  comments: 512,
  code: 1_024,
  cookie: 2_048,
  /** Hidden by an attribute or a style: sometimes the whole page, until a script shows it. */
  unshown: 4_096,
  noscript: 8_192,
  breadcrumb: 16_384,
  /** Not part of the document: a template. */
  inert: 32_768,
  /** Named as the element of the content. */
  named: 65_536,
  /** Notices: errors, news of a shop. */
  notice: 131_072,
  /** Never text: words for screen readers, edit links, drawings beside a formula. */
  mute: 262_144,
  /** No text beside code: line numbers, copy buttons, pop-ups. */
  tool: 524_288,
  /** Unfolds on a click, so it counts as shown. */
  folded: 1_048_576,
  tabs: 2_097_152,
  panel: 4_194_304,
  /** In an item of a list. */
  item: 8_388_608,
} as const;

const tableOf = (said: Readonly<Partial<Record<keyof typeof IS, string>>>): ReadonlyMap<string, number> => {
  const table = new Map<string, number>();
  for (const name of Object.keys(IS) as (keyof typeof IS)[])
    for (const word of said[name]?.split(/\s+/) ?? []) table.set(word, (table.get(word) ?? 0) | IS[name]);
  return table;
};
/** Words in class names and ids, joined: `post-meta`, `postMeta` and `post_meta` are `postmeta`. */
const PARTS = tableOf({
  around: `nav navi navbar navigation navbox menu submenu megamenu dropdown sidebar sidenav footer foot breadcrumb
    breadcrumbs crumb crumbs pagination pager paging toolbar skip skiplink skipto share sharing social socials addthis
    related recommend recommended recommendation recommendations alsolike morestories readnext promo promotion sponsor
    sponsored advert advertisement ad ads adsense banner newsletter subscribe subscription signup login modal popup
    overlay toast tooltip widget toc tableofcontents search searchbox shoppingcart minicart headercart wishlist
    copyright colophon legal masthead printonly noprint prevnext editpage feedback rating ratings taglist tagcloud
    byline author authors bio contributor contributors caption photocredit imagecredit disclosure disclaimer affiliate
    postmeta entrymeta meta metadata disqus postsignature lineno linenos linenodiv linenumber linenumbers crayonnums
    usersignature messagesignature avatar attribution postprofile posterinfo userinfo userdetails userextras userstats
    userpanel usertitle reactions reactionsummary trending popular mostread recent recentposts recentnews
    recentcomments recententries recentarticles carousel cta`,
  comments: "comment comments commentlist respond replies discussion",
  cookie: "cookie cookies consent gdpr onetrust cmpbanner cmpbox privacybanner privacynotice ccwindow truste cookiebar",
  breadcrumb: "breadcrumb breadcrumbs crumb crumbs",
  notice: "alert alerts notice notices notification notifications warning warnings error errors validation",
  folded: "accordion callout collapsible tabpanel tabpane",
  mute: `sronly visuallyhidden screenreader screenreadertext screenreaderonly anchorjs mweditsection editsection
    katexhtml assistivetext tooltiptext tooltipcontent tippybox mathjaxpreview`,
  tool: `lineno linenos linenumber linenumbers lnt gutter gl lnnumbers linesnum linesnums blobnum crayonnums copy copybtn btncopy
    copycode clipboard popup popover tooltip toolbar codeheader metaline`,
});
/** Whole class names, joined likewise. */
const WHOLE = tableOf({
  around: "messageuser hidden ishidden gutter isgutter outline isoutline",
  aside: "navigation",
  named: `content maincontent pagecontent sitecontent bodycontent primarycontent innercontent main mainwrapper
    mainarea mainbody sitemain contentmain contentarea contentbody contentcolumn contentcol maincol maincolumn
    centercol centercolumn middlecolumn colmain columnmain inhalt hauptinhalt contenu contenido conteudo contenuto
    obsah`,
  mute: `inputprompt outputprompt jpinputprompt jpoutputprompt mjxassistivemathml mathjaxsvg mathjaxdisplay visiblexs
    showformobile mobileonly hiddendesktop dmdnone dlgnone dsmnone ln`,
  tabs: "tablist tabslist tabbedlabels navtabs tabsnav tabnav",
  navigation: "tablist tabslist tabbedlabels navtabs tabsnav tabnav",
  panel: "tabbedblock tabpane tabpanel tabspanel panel tabcontent",
});

const SITE_FOOTER =
  /^(?:site|page|main|global|wrap(?:per)?)?footer(?:about|area|bottom|columns?|content|info|inner|links|main|menu|nav|text|top|widgets?)?(?:container|wrap(?:per)?)?$/;
const SITE_HEADER = /^(?:site|main|global)header$/;
const SITE_MENU =
  /^(?:site|main|primary|secondary|global|top|header|mobile|mega)(?:navigation|nav|menu|navbar)(?:wrapper|container|list)?$/;
/** Notes inside the text, and code with numbered lines, whose names would mislead. */
const OWN =
  /^(?:line-numbers(?:-mode)?|starlight-aside|admonition|callout|custom-block|markdown-alert|caption-(?:top|bottom)|(?:tsd|doc|code)[-_]comments?)/;
const NOTE = /admonition|callout|custom-block|markdown-alert|starlight-aside|footnote/;

/** Hidden on small screens only. */
const SHOWN_WHERE_WIDE = /(?:^|\s)(?:sm|md|lg|xl|2xl|tablet|desktop):(?:block|flex|grid|inline|contents|table)/;
/** Rest of a class attribute is ignored: long ones list utility classes behind the meaningful name. */
const CLASS_CHARACTERS = 400;
const REMEMBERED = 20_000;
const known = new Map<string, number>();

/** Facts from a class attribute or an id. */
function saidBy(value: string): number {
  const before = known.get(value);
  if (before !== undefined) return before;
  let bits = 0;
  const names = value.slice(0, CLASS_CHARACTERS);
  for (const name of names.split(/\s+/))
    if (name !== "hidden" || !SHOWN_WHERE_WIDE.test(names)) bits |= saidByName(name);
  if (known.size >= REMEMBERED) known.clear();
  // A copy: a slice would keep the whole page in memory.
  if (value.length <= 2 * CLASS_CHARACTERS) known.set(Buffer.from(value, "latin1").toString("latin1"), bits);
  return bits;
}

function saidByName(name: string): number {
  // `md:hidden` and `w-[3rem]` are only styling.
  if (name === "" || /[:[/]/.test(name)) return 0;
  if (OWN.test(name)) return name.startsWith("callout") ? IS.folded : 0;
  const parts = name
    .replace(/([a-z])([A-Z])/g, "$1-$2")
    .toLowerCase()
    .split(/[-_]+/);
  const whole = parts.join("");
  let bits = WHOLE.get(whole) ?? 0;
  for (let at = 0; at < parts.length; at++) {
    let joined = "";
    for (const part of parts.slice(at, at + 3)) {
      joined += part;
      bits |= PARTS.get(joined) ?? 0;
    }
  }
  if (SITE_FOOTER.test(whole)) bits |= IS.footer;
  if (SITE_HEADER.test(whole)) bits |= IS.header;
  if (SITE_MENU.test(whole)) bits |= IS.navigation;
  return bits;
}

const BY_ROLE = tableOf({
  main: "main",
  article: "article",
  navigation: "navigation menu menubar toolbar tablist",
  tabs: "tablist",
  panel: "tabpanel",
  folded: "tabpanel",
  footer: "contentinfo",
  header: "banner",
  aside: "complementary",
  form: "search",
  hidden: "tooltip dialog alertdialog",
  mute: "tooltip",
  cookie: "dialog alertdialog",
});

const BY_TAG = new Uint32Array(256);
for (const [name, bits] of tableOf({
  main: "main",
  article: "article",
  navigation: "nav menu",
  footer: "footer",
  header: "header",
  aside: "aside",
  form: "form fieldset",
  code: "pre",
  noscript: "noscript noframes",
  hidden: "template dialog search",
  inert: "template",
  mute: "rt rp",
  item: "li",
}))
  BY_TAG[tag(name)] = bits;

const T = tagsOf("h1 p pre table aside template section i");
const NOT_SHOWN = /display\s*:\s*none|visibility\s*:\s*hidden/i;
const NOT_COPIED = /user-select\s*:\s*none/i;
const HEADED = /^(?:section|level\d|section level\d)$/;
/** Bound: the content of the element, 400 characters. */
const FIRST_HEADING = /^(?:\s|<(?!h[1-6])[^<>]*>)*<h[1-6][^<>]*>([\s\S]*?)<\/h/i;
const ICON = /icon|symbol|glyph/i;
const BREADCRUMB = /bread-?crumb/i;

/** Facts of a block-level element about its text. */
export function saidOfBlock(id: number, has: Attributes, html: string, behind: number): number {
  let own = BY_TAG[id] ?? 0;
  const classes = has.raw(A.class);
  if (classes !== "") own |= saidBy(classes);
  const byId = has.has(A.id) && levelOf(id) === 0 && !HEADED.test(classes) ? saidBy(has.raw(A.id)) & ~IS.mute : 0;
  if (byId !== 0 && (id !== T.section || !isNamedByHeading(has.raw(A.id), html.slice(behind, behind + 400))))
    own |= byId;
  if (id === T.pre) own &= ~IS.around;
  // A paragraph or heading about consent is no cookie banner.
  if (id === T.p || levelOf(id) > 0) own &= ~IS.cookie;
  if (id === T.aside && NOTE.test(classes)) own &= ~IS.aside;
  if (has.has(A.role)) own |= BY_ROLE.get(has.lower(A.role)) ?? 0;
  if (has.has(A["aria-label"]) && BREADCRUMB.test(has.raw(A["aria-label"]))) own |= IS.breadcrumb;
  if (has.has(A.itemtype) && has.raw(A.itemtype).endsWith("/BreadcrumbList")) own |= IS.breadcrumb;
  // A heading for screen readers is the page's title.
  if ((own & IS.mute) !== 0) own |= id === T.h1 ? IS.unshown : IS.hidden;
  // Declarative shadow DOM is shown.
  if (id === T.template && has.has(A.shadowrootmode)) own &= ~(IS.hidden | IS.inert);
  return isUnshown(id, has) && (own & IS.folded) === 0 ? own | IS.unshown : own;
}

/** Generators (Sphinx, pandoc, pkgdown) make a section's id of its heading: a chapter on cookies is no banner. */
function isNamedByHeading(name: string, inside: string): boolean {
  const [, heading = ""] = FIRST_HEADING.exec(inside) ?? [];
  const [own, words] = [name, heading.replace(/<[^<>]*>|&[#\w]+;/g, "")].map((text) =>
    text.toLowerCase().replace(/[^a-z\d]+/g, ""),
  );
  return own !== undefined && words !== undefined && words !== "" && (own.startsWith(words) || words.startsWith(own));
}

function isUnshown(id: number, has: Attributes): boolean {
  // `<div hidden id="S:0">` is content streamed by React: a script moves it into place.
  if (has.has(A.hidden) && id !== T.table && has.raw(A.hidden) !== "until-found" && !has.raw(A.id).startsWith("S:"))
    return true;
  if (has.has(A["aria-hidden"]) && has.lower(A["aria-hidden"]) === "true") return true;
  return has.has(A.style) && NOT_SHOWN.test(has.raw(A.style));
}

/** True if an inline element is no text. */
export function isMute(id: number, has: Attributes, inCode: boolean): boolean {
  let said = BY_TAG[id] ?? 0;
  if (has.has(A.class)) said |= saidBy(has.raw(A.class));
  // MathJax puts the drawing and the text into one element of its own, which no standard names.
  if ((said & IS.mute) !== 0 && id !== 0) return true;
  if (inCode && ((said & (IS.tool | IS.inert)) !== 0 || has.has(A["aria-live"]))) return true;
  if (has.has(A.role) && has.lower(A.role) === "tooltip") return true;
  if (has.has(A.style)) {
    const style = has.raw(A.style);
    if ((id !== 0 && NOT_SHOWN.test(style)) || (inCode && NOT_COPIED.test(style))) return true;
  }
  if (!has.has(A["aria-hidden"]) || has.lower(A["aria-hidden"]) !== "true") return false;
  // Icon fonts draw icons from words; other text hidden from screen readers is visible.
  return id === T.i || ICON.test(has.raw(A.class));
}

/** True for an inline element with text for screen readers. */
export const isSpoken = (has: Attributes): boolean => has.has(A.class) && (saidBy(has.raw(A.class)) & IS.mute) !== 0;

const APP_ROOT =
  /^(?:root|app|__next|__nuxt|___gatsby|app-root|q-app|svelte|main-app|react-root|ember-app|application)$/;
/** True for the element that a script fills with an application. */
export const isAppRoot = (has: Attributes): boolean => has.has(A.id) && APP_ROOT.test(has.raw(A.id));

const BLOCK = /(?:^|\s)block(?=$|\s)/;
const KEPT_SPACE = /white-space\s*:\s*(?:pre|break-spaces)(?!-line)/i;
/** True for a block of code without `<pre>`, by its class or its white-space style. */
export const isBlockOfCode = (has: Attributes): boolean =>
  (has.has(A.class) && BLOCK.test(has.raw(A.class))) || (has.has(A.style) && KEPT_SPACE.test(has.raw(A.style)));
