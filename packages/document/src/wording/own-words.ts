import { type Entry, textKey } from "../entry.ts";
import type { SitePages } from "../site.ts";

/** This service's name for a section that the site has no word for. */
export type OwnWord = (typeof WORDS)[number];

const WORDS = [
  "Pages",
  "Getting started",
  "Guides",
  "Examples",
  "Reference",
  "Product",
  "Support",
  "Company",
  "News",
  "Chapters",
  "Lessons",
  "Parts",
  "Posts",
] as const;

/** The words in their order, by the language of the site; English where it is none of these. */
const TRANSLATIONS: Readonly<Record<string, string>> = {
  ar: "صفحات|البدء|أدلة|أمثلة|مرجع|المنتج|الدعم|من نحن|أخبار|فصول|دروس|أجزاء|مقالات",
  bg: "Страници|Първи стъпки|Ръководства|Примери|Справочник|Продукт|Поддръжка|За нас|Новини|Глави|Уроци|Части|Публикации",
  ca: "Pàgines|Primers passos|Guies|Exemples|Referència|Producte|Ajuda|Qui som|Notícies|Capítols|Lliçons|Parts|Entrades",
  cs: "Stránky|Začínáme|Příručky|Příklady|Reference|Produkt|Podpora|O nás|Novinky|Kapitoly|Lekce|Části|Příspěvky",
  da: "Sider|Kom i gang|Vejledninger|Eksempler|Reference|Produkt|Support|Om os|Nyheder|Kapitler|Lektioner|Dele|Indlæg",
  de: "Seiten|Erste Schritte|Anleitungen|Beispiele|Referenz|Produkt|Hilfe|Über uns|Aktuelles|Kapitel|Lektionen|Teile|Beiträge",
  el: "Σελίδες|Πρώτα βήματα|Οδηγοί|Παραδείγματα|Αναφορά|Προϊόν|Υποστήριξη|Σχετικά με εμάς|Νέα|Κεφάλαια|Μαθήματα|Μέρη|Άρθρα",
  es: "Páginas|Primeros pasos|Guías|Ejemplos|Referencia|Producto|Ayuda|Quiénes somos|Noticias|Capítulos|Lecciones|Partes|Entradas",
  fa: "صفحه‌ها|شروع|راهنماها|نمونه‌ها|مرجع|محصول|پشتیبانی|درباره ما|اخبار|فصل‌ها|درس‌ها|بخش‌ها|نوشته‌ها",
  fi: "Sivut|Aloitus|Oppaat|Esimerkit|Hakuteos|Tuote|Tuki|Tietoa meistä|Uutiset|Luvut|Oppitunnit|Osat|Artikkelit",
  fr: "Pages|Premiers pas|Guides|Exemples|Référence|Produit|Aide|Qui sommes-nous|Actualités|Chapitres|Leçons|Parties|Publications",
  he: "דפים|תחילת עבודה|מדריכים|דוגמאות|סימוכין|מוצר|תמיכה|אודות|חדשות|פרקים|שיעורים|חלקים|פוסטים",
  hi: "पृष्ठ|आरंभ करें|मार्गदर्शिकाएँ|उदाहरण|संदर्भ|उत्पाद|सहायता|हमारे बारे में|समाचार|अध्याय|पाठ|भाग|लेख",
  hu: "Oldalak|Első lépések|Útmutatók|Példák|Referencia|Termék|Támogatás|Rólunk|Hírek|Fejezetek|Leckék|Részek|Bejegyzések",
  id: "Halaman|Memulai|Panduan|Contoh|Referensi|Produk|Bantuan|Tentang kami|Berita|Bab|Pelajaran|Bagian|Artikel",
  it: "Pagine|Primi passi|Guide|Esempi|Riferimento|Prodotto|Assistenza|Chi siamo|Notizie|Capitoli|Lezioni|Parti|Articoli",
  ja: "ページ|はじめに|ガイド|サンプル|リファレンス|製品|サポート|会社情報|お知らせ|章|レッスン|部|記事",
  ko: "페이지|시작하기|가이드|예제|레퍼런스|제품|지원|회사 소개|소식|장|수업|부|글",
  nl: "Pagina's|Aan de slag|Handleidingen|Voorbeelden|Naslag|Product|Hulp|Over ons|Nieuws|Hoofdstukken|Lessen|Delen|Berichten",
  no: "Sider|Kom i gang|Veiledninger|Eksempler|Referanse|Produkt|Hjelp|Om oss|Nyheter|Kapitler|Leksjoner|Deler|Innlegg",
  pl: "Strony|Pierwsze kroki|Przewodniki|Przykłady|Dokumentacja|Produkt|Pomoc|O nas|Aktualności|Rozdziały|Lekcje|Części|Wpisy",
  pt: "Páginas|Primeiros passos|Guias|Exemplos|Referência|Produto|Ajuda|Sobre nós|Notícias|Capítulos|Lições|Partes|Artigos",
  ro: "Pagini|Primii pași|Ghiduri|Exemple|Referință|Produs|Asistență|Despre noi|Știri|Capitole|Lecții|Părți|Articole",
  ru: "Страницы|Начало работы|Руководства|Примеры|Справочник|Продукт|Поддержка|О нас|Новости|Главы|Уроки|Части|Записи",
  sv: "Sidor|Kom igång|Guider|Exempel|Referens|Produkt|Hjälp|Om oss|Nyheter|Kapitel|Lektioner|Delar|Inlägg",
  th: "หน้า|เริ่มต้นใช้งาน|คู่มือ|ตัวอย่าง|เอกสารอ้างอิง|ผลิตภัณฑ์|ช่วยเหลือ|เกี่ยวกับเรา|ข่าว|บท|บทเรียน|ส่วน|บทความ",
  tr: "Sayfalar|Başlarken|Kılavuzlar|Örnekler|Başvuru|Ürün|Destek|Hakkımızda|Haberler|Bölümler|Dersler|Kısımlar|Yazılar",
  uk: "Сторінки|Початок роботи|Посібники|Приклади|Довідник|Продукт|Підтримка|Про нас|Новини|Розділи|Уроки|Частини|Записи",
  vi: "Trang|Bắt đầu|Hướng dẫn|Ví dụ|Tham khảo|Sản phẩm|Hỗ trợ|Giới thiệu|Tin tức|Chương|Bài học|Phần|Bài viết",
  zh: "页面|入门|指南|示例|参考|产品|支持|关于我们|新闻|章节|课程|部分|文章",
  "zh-hant": "頁面|入門|指南|範例|參考|產品|支援|關於我們|新聞|章節|課程|部分|文章",
};

const TRADITIONAL = /^zh-(?:hant|tw|hk|mo)\b/i;

/** A word in the language of the site. */
export function ownWords(site: Pick<SitePages, "home" | "entries">): (word: OwnWord) => string {
  const language = languageOf(site);
  const translated = TRANSLATIONS[TRADITIONAL.test(language) ? "zh-hant" : (language.split("-")[0] ?? "")]?.split("|");
  return (word) => translated?.[WORDS.indexOf(word)] ?? word;
}

/** Name of the section for pages that lie in no part. */
export const pagesName = (site: Pick<SitePages, "home" | "entries">): string => ownWords(site)("Pages");

const PAGES = new Set(
  ["Pages", ...Object.values(TRANSLATIONS).map((words) => words.split("|", 1)[0])].map((word = "") => textKey(word)),
);

/** True if a name, by its `textKey`, is what that section is called in some language. */
export const isPagesName = (key: string): boolean => PAGES.has(key);

/** Most pages whose titles and languages are read to tell the site's language. */
const MAX_TITLES = 100;

/**
 * The script of most titles where it belongs to one language: themes leave `lang` at English. Else what the homepage says,
 * else what most pages say.
 */
function languageOf({ home, entries }: Pick<SitePages, "home" | "entries">): string {
  const pages = [...(home === undefined ? [] : [home]), ...entries].slice(0, MAX_TITLES);
  const said = home?.page.lang ?? mostFrequent(pages.flatMap(({ page }) => page.lang ?? []));
  const tag = (said ?? "").toLowerCase().replaceAll("_", "-");
  const labels = (home?.page.links ?? []).slice(0, MAX_TITLES).map(({ text }) => text);
  return ofScript(titlesOf(pages), labels.join("\n"), tag) ?? tag;
}

const titlesOf = (pages: readonly Entry[]): string => pages.map(({ page }) => page.title).join("\n");

/** Share of the titles' letters that a script needs to be the site's own; below it they are foreign words. */
const SCRIPT_SHARE = 0.3;

function ofScript(titles: string, labels: string, tag: string): string | undefined {
  const letters = titles.match(/\p{L}/gu)?.length ?? 0;
  const isIn = (script: RegExp) => (titles.match(script)?.length ?? 0) > letters * SCRIPT_SHARE;
  if (letters === 0) return undefined;
  if (isIn(/[\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Han}]/gu)) {
    // Names of institutes and titles of papers have no kana; some word of the site has.
    const kana = /[\p{sc=Hiragana}\p{sc=Katakana}]/u.test(`${titles}\n${labels}`);
    return /^(?:zh|ja)\b/.test(tag) ? tag : kana ? "ja" : "zh";
  }
  if (isIn(/\p{sc=Hangul}/gu)) return "ko";
  if (isIn(/\p{sc=Hebrew}/gu)) return "he";
  if (isIn(/\p{sc=Thai}/gu)) return "th";
  if (isIn(/\p{sc=Greek}/gu)) return "el";
  if (tag !== "" && !tag.startsWith("en")) return undefined;
  if (isIn(/\p{sc=Arabic}/gu)) return /[پچژگ]/.test(titles) ? "fa" : "ar";
  if (isIn(/\p{sc=Cyrillic}/gu)) return /[іїєґ]/i.test(titles) ? "uk" : "ru";
  return undefined;
}

function mostFrequent(texts: readonly string[]): string | undefined {
  const counts = Map.groupBy(texts, (text) => text.toLowerCase());
  const [best] = [...counts.values()].sort((a, b) => b.length - a.length);
  return best?.[0];
}
