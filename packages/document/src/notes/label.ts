/** The words before a page's topics, by the page's language. */
const LABELS: Readonly<Record<string, string>> = {
  en: "Covers",
  cs: "Obsahuje",
  da: "Emner",
  de: "Themen",
  es: "Temas",
  fi: "Aiheet",
  fr: "Thèmes",
  hu: "Témák",
  id: "Topik",
  it: "Argomenti",
  nl: "Onderwerpen",
  no: "Emner",
  nb: "Emner",
  pl: "Tematy",
  pt: "Temas",
  ro: "Teme",
  ru: "Темы",
  sv: "Ämnen",
  tr: "Konular",
  uk: "Теми",
  vi: "Chủ đề",
  el: "Θέματα",
  bg: "Теми",
  ar: "المواضيع",
  fa: "موضوعات",
  he: "נושאים",
  hi: "विषय",
  ja: "内容",
  ko: "주제",
  th: "หัวข้อ",
  zh: "内容",
};

/**
 * A Latin letter: themes often leave `lang` at English, so a text in other letters is in another language than it says.
 */
const LATIN = /^[a-zà-ɏḀ-ỿ]/i;

const TRADITIONAL = /^zh[-_](?:hant|tw|hk|mo)\b/i;

/** The words before topics in the page's language, as BCP 47 has it, the space behind them included; none where it is not known. */
export function labelOf(language: string | undefined, { title, excerpt }: { title: string; excerpt: string }): string {
  const word = TRADITIONAL.test(language ?? "") ? "內容" : LABELS[language?.toLowerCase().split(/[-_]/, 1)[0] ?? ""];
  const letters = `${title} ${excerpt}`.match(/\p{L}/gu) ?? [];
  const latin = letters.filter((letter) => LATIN.test(letter)).length;
  const isKnown = word !== undefined && latin > letters.length / 2 === LATIN.test(word);
  return isKnown ? `${word}: ` : "";
}
