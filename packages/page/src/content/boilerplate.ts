/** Beginnings of texts that surround content: labels, buttons, dates, greetings, calls to subscribe. */
const BEGINNINGS = [
  /^(?:©|\(c\)|copyright\b|all rights reserved|share (?:this|on)|follow us|read more|learn more|click here|sign (?:in|up)|log ?in|subscribe|accept (?:all )?cookies|skip to|back to top|advertisement|tags?:|by:?$)/i,
  /^(?:table of contents|on this page|edit this page|was this (?:page|article) helpful|related (?:articles|posts)|posted (?:on|in|by)|published|last updated|updated|jump to)/i,
  /^(?:javascript (?:is|must)|please enable|your browser|enable javascript|you(?:'re| are) (?:currently |now )?(?:browsing|viewing|not logged)|you are using an (?:out of date|outdated|unsupported|old) browser)/i,
  /^(?:rated \d|\d+ (?:ratings?|reviews?|comments?|min(?:ute)?s? read)\b|reading time|be the first to|join (?:our|the) (?:newsletter|mailing list)|thank(?:s| you) for (?:subscribing|signing up|reading|visiting|your feedback)|hi there\b|hello(?:[,!.]| and welcome| everyone| there)|hey (?:there|everyone|guys)|welcome back)/i,
  /^(?:lorem ipsum|final sale\b|in stock\b|free (?:shipping|delivery|returns)\b|(?:save|get|earn|enjoy|take) (?:up to |an extra )?(?:\d{1,2}\s?%|[$€£]\d)|\d{1,2}\s?% off\b|\d+ results\b|by (?:continuing|signing up|submitting)\b|(?:or )?do you need (?:any )?help\b|(?:any |have )questions\?|members? (?:earn|get|save)\b)|\bget up to [$€£]\d|\bterms (?:and conditions )?apply\.?$/i,
  /^(?:this (?:post|page|article|site) (?:may|might|could|can) contain affiliate|(?:disclosure|disclaimer):|some (?:of the )?links .{0,60}affiliate)/i,
  /^(?:veröffentlicht (?:am|von)|zuletzt (?:aktualisiert|geändert)|lesezeit|inhaltsverzeichnis|publié (?:le|par)|mis à jour|temps de lecture|sommaire$|publicado (?:el|por|em)|tiempo de lectura|pubblicato (?:il|da)|опубликовано|время чтения|发布于|更新时间|阅读时间|公開日|最終更新)/i,
];
/** Headings in Markdown that nobody has turned into HTML: `1. ## First steps`. */
const RAW_HEADING = /^(?:\d{1,3}[.)]\s{1,3})?#{1,6}\s/;
/** Lines of forum software and of pages at work. */
const OF_SOFTWARE =
  /^(?:all times are (?:gmt|utc)|the time now is|alle (?:zeitangaben|zeiten) (?:in|sind)\b|fuseau horaire|les heures sont au format|la franja horaria es|powered by\b|(?:please wait|bitte warten|ihre anfrage wird bearbeitet|veuillez patienter)\b|you (?:must|need to) be logged in|current page is\b|press [←→]|(?:howdy, stranger|it looks like you['’]re new here|lieber besucher, herzlich willkommen|welcome,? guest|users of assistive technolog)|(?:there (?:are|is) currently \d+ users? browsing|you (?:may not|can(?:not|'t)) (?:post|reply|edit|vote|attach|create)\b)|(?:to view a forum|to start viewing messages)|(?:contains (?:no|new|unread)\b.{0,20}\bposts|(?:hot |locked |closed )?threads? (?:with|is closed)\b|you have posted in this thread|(?:bb|html|\[\w{3,5}\]) code is\b|smilies are\b|mark this forum read|dieses forum als gelesen|thread starter\b|title \/ thread starter|titel \/ erstellt von|most users ever online)|if you have (?:trouble|difficulty) accessing this (?:page|site)|(?:if this is your first visit|wenn dies ihr erster besuch|si ceci est votre première visite))/i;
/** Counts above and below a list: `Items 1 - 28 of 74`. */
const RANGE =
  /^(?:\p{L}+:? ){0,4}\d{1,7}\s?(?:[-–—]|to|bis|à|a)\s?\d{1,7} (?:\p{L}+ ){0,2}[(]?(?:\p{L}+ ){0,2}\d[\d.,]*(?: \p{L}+)?[).]?$/u;
/** Subjects begin with these words, too: a label is no longer than its limit. */
const LABELS = /^(?:loading|print|email|tweet|previous|next|menu|search|home|comments?)\b/i;
const MAX_LABEL_CHARACTERS = 40;
const COOKIES =
  /\b(?:we use cookies|uses? cookies|cookie (?:policy|settings|preferences)|accept (?:all )?cookies|your privacy choices|enable javascript|javascript (?:(?:is|seems to be) (?:disabled|required|turned off)|must be enabled)|browser (?:is )?(?:not supported|out of date|outdated|does not support)|out of date browser)/i;

/** Cookies in the languages that do not say `cookie`. */
const COOKIE = /cookie|piškot|küpsis|slapuk|sušenk|файл\S{0,4} куки|ciasteczk|evästee|kolačić|бисквитк/i;
/** Words of a notice on them: a stem covers its forms in several languages. */
const CONSENT =
  /\b(?:consent|accept|agree|privacy|browser|advert|analy|third.part|personal|stimm|zustimm|akzept|einverst|accett|accept|aceptar|aceita|acuerdo|consenso|nous utilisons|utilizza|utiliza|gebruik|toestem|souhlas|súhlas|zgod|zgad|sutik|samtyk|hyväksy|nõustu|dovol|прийм|соглас|съглас)/i;
const COPYRIGHT = /^(?:©|\(c\) |copyright (?:©|\(c\)|\d{4}))/i;

/** Characters from which a paragraph is no boilerplate, whatever it begins with. */
const MAX_CHARACTERS = 300;

/** Tells the paragraphs that stand on any page. Those on cookies are content of a page that is called after them. */
export function boilerplateOf(title: string): (text: string) => boolean {
  const isAboutCookies = COOKIE.test(title);
  return (text) => isOnAnyPage(text) || (!isAboutCookies && COOKIE.test(text) && CONSENT.test(text));
}

const isOnAnyPage = (text: string): boolean =>
  COOKIES.test(text) ||
  COPYRIGHT.test(text) ||
  (text.length < MAX_LABEL_CHARACTERS && LABELS.test(text)) ||
  (text.length < MAX_CHARACTERS && (OF_SOFTWARE.test(text) || RAW_HEADING.test(text) || RANGE.test(text))) ||
  (text.length < MAX_CHARACTERS && BEGINNINGS.some((beginning) => beginning.test(text)));
