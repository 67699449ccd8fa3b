// Words that stand on any page, and say nothing of this one.

/** Beginnings of short texts: labels, buttons, dates, greetings, calls to subscribe, lines of forum software. */
const BEGINNINGS: readonly RegExp[] = [
  /^(?:loading|print|email|previous|next|menu|search|home|comments?)$/i,
  // Headings in Markdown that nobody has turned into HTML.
  /^(?:\d{1,3}[.)] )?#{1,6} /i,
  /^(?:©|\(c\)|copyright\b|all rights reserved|share (?:this|on)|follow us|read more|learn more|click here|sign (?:in|up)|log ?in|subscribe|skip to|back to top|advertisement|tags?:|jump to|table of contents|on this page|edit this page|was this (?:page|article) helpful|related (?:articles|posts)|(?:posted|published|last updated|updated)\b|powered by\b|lorem ipsum)/i,
  /^(?:javascript (?:is|must)|please enable|your browser|you(?:'re| are) (?:currently |now )?(?:browsing|viewing|not logged|using an (?:out|unsupp|old))|rated \d|\d+ (?:ratings?|reviews?|comments?|min(?:ute)?s? read)\b|reading time|be the first to|thank(?:s| you) for (?:subscribing|signing up|reading|visiting)|hi there\b|hello(?:[,!.]| and welcome| everyone)|welcome back)/i,
  /^(?:in stock\b|free (?:shipping|delivery|returns)\b|(?:save|get|earn|enjoy|take) (?:up to |an extra )?(?:\d{1,2}\s?%|[$€£]\d)|\d{1,2}\s?% off\b|\d+ results\b|by (?:continuing|signing up|submitting)\b|this (?:post|page|article|site) (?:may|might|could|can) contain affiliate|(?:disclosure|disclaimer):)/i,
  /^(?:veröffentlicht (?:am|von)|zuletzt (?:aktualisiert|geändert)|lesezeit|inhaltsverzeichnis|publié (?:le|par)|mis à jour|temps de lecture|publicado (?:el|por|em)|pubblicato (?:il|da)|опубликовано|发布于|更新时间|公開日|最終更新)/i,
  /^(?:all times are (?:gmt|utc)|the time now is|(?:please|bitte) (?:wait|warten)|you (?:must|need to) be logged in|current page is\b|press [←→]|(?:it looks like you['’]re new here|welcome,? guest)|there (?:are|is) currently \d+ users?|you (?:may not|can(?:not|'t)) (?:post|reply|edit|vote|attach)\b|(?:bb|html|\[\w{3,5}\]) code is\b|if this is your first visit)/i,
];
/** One pattern is asked faster than seven. Bound: MOST. */
const BEGINNING = new RegExp(BEGINNINGS.map(({ source }) => source).join("|"), "i");
/** Counts above and below a list: `Items 1 - 28 of 74`. Bound: COUNT_CHARACTERS. */
const COUNT = /^(?:\p{L}+:? ){0,4}\d{1,7} ?(?:[-–—]|to|bis|à|a) ?\d{1,7} (?:\p{L}+ ){1,3}\d[\d.,]*(?: \p{L}+)?\.?$/u;
const COUNT_CHARACTERS = 100;
const WITHIN =
  /\b(?:we use cookies|uses? cookies|cookie (?:policy|settings|preferences)|accept (?:all )?cookies|your privacy choices|enable javascript|javascript (?:(?:is|seems to be) (?:disabled|required)|must be enabled)|browser (?:is )?(?:not supported|out of date|does not support)|verwendet cookies|utilise des cookies|(?:utiliza|usa) cookies|utilizza (?:i )?cookie|get up to [$€£]\d|terms (?:and conditions )?apply\.?$)/i;
const COPYRIGHT = /^(?:©|\(c\) |copyright (?:©|\(c\)|\d{4}))/i;
/** Longer texts are about something, whatever they begin with. */
const MOST = 300;

/** True for a text that may stand on any page. */
export const isAnywhere = (text: string): boolean =>
  text.length < MOST
    ? BEGINNING.test(text) || WITHIN.test(text) || (text.length < COUNT_CHARACTERS && COUNT.test(text))
    : COPYRIGHT.test(text);
