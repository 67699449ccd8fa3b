/** Reasons why a page does not say a sentence. */
export type Ungrounded =
  | { readonly type: "number"; readonly word: string }
  | { readonly type: "name"; readonly word: string }
  /** Too few of its words stand on the page: another language, a refusal, talk. */
  | { readonly type: "words" };

/** Least letters of a word that must stand on the page; shorter words are grammar. */
const LEAST_LETTERS = 4;
/** The share of a sentence's words that must stand on the page. */
const LEAST_SHARE = 0.6;

/** A number with its separators; of a word its parts with them: `Node.js`, `max_pages`. */
const TOKENS = /\p{Nd}+(?:[.,'’:٫٬]\p{Nd}+)*|[\p{L}\p{M}\p{Nd}]+(?:[.'’_][\p{L}\p{M}\p{Nd}]+)*/gu;

/** Scripts that write words without spaces between them. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;
const GRAMMAR_ALONE = /^[\p{sc=Hiragana}ー]+$/u;

const segmenter = new Intl.Segmenter(undefined, { granularity: "word" });

/**
 * True if a page says what a sentence does, as far as words can tell: every number and every name must stand on it, and most of
 * the other words. In scripts without capitals nothing tells a name from a word: there every word must.
 */
export function ungrounded(sentence: string, page: string): Ungrounded | undefined {
  const known = knownWords(page);
  let counted = 0;
  let found = 0;
  for (const [index, token] of tokensOf(sentence).entries()) {
    const word = folded(token);
    const judgement = JUDGES[kindOf(token, word, index)](word, known);
    if (typeof judgement === "object") return { ...judgement, word: token };
    if (judgement === "plain") continue;
    counted++;
    if (judgement === "found") found++;
  }
  return counted === 0 || found < counted * LEAST_SHARE ? { type: "words" } : undefined;
}

type WordKind = "number" | "name" | "first" | "word" | "plain";

/** `plain` says nothing of the page; an object ends the search. */
type Judgement = "found" | "missing" | "plain" | { readonly type: "number" | "name" };

const JUDGES: Readonly<Record<WordKind, (word: string, known: GroundingWords) => Judgement>> = {
  number: (word, { words }) => (words.has(word) ? "plain" : { type: "number" }),
  name: (word, known) => (isNamed(word, known) ? "found" : { type: "name" }),
  // A verb with an ending of its own, or a name.
  first: (word, known) => (isNamed(word, known) || isSaid(word, known) ? "found" : { type: "name" }),
  plain: () => "plain",
  word: (word, known) => (isSaid(word, known) ? "found" : "missing"),
};

interface GroundingWords {
  readonly words: ReadonlySet<string>;
  /** Beginnings of words, for their inflections. */
  readonly stems: ReadonlySet<string>;
  readonly text: string;
}

function knownWords(page: string): GroundingWords {
  const words = new Set(tokensOf(page).flatMap((token) => [folded(token), ...folded(token).split(/[.'’_]/)]));
  const stems = new Set([...words].flatMap((word) => (word.length < LEAST_LETTERS ? [] : [stemOf(word)])));
  return { words, stems, text: folded(page) };
}

function tokensOf(text: string): readonly string[] {
  return (text.normalize("NFKC").match(TOKENS) ?? []).flatMap((token) =>
    UNSPACED.test(token) ? segments(token) : [token],
  );
}

const segments = (text: string): string[] => [...segmenter.segment(text)].map(({ segment }) => segment);

function kindOf(token: string, word: string, index: number): WordKind {
  if (/^\p{Nd}/u.test(token)) return /\p{L}/u.test(token) ? "name" : "number";
  if (NUMBER_WORDS.has(word)) return "number";
  if (DESCRIBING.has(word)) return "plain";
  if (!/[\p{Lu}\p{Ll}\p{Lt}]/u.test(token)) return isGrammar(token) ? "plain" : "name";
  if (index === 0) return "first";
  if (/\p{Lu}|\p{Lt}|[\p{Nd}._]/u.test(token)) return "name";
  return word.length < LEAST_LETTERS ? "plain" : "word";
}

/** Particles and endings, of scripts that have no capitals. */
function isGrammar(token: string): boolean {
  if (UNSPACED.test(token)) return GRAMMAR_ALONE.test(token) || /^\p{M}+$/u.test(token);
  return [...token].length < LEAST_LETTERS - 1;
}

/**
 * Most letters that an ending adds to a name (`Anna's`, `Daten`, `데이터베이스를`), and prefixes of Arabic and Hebrew names.
 */
const MAX_ENDING = 2;
const BEFORE = /^(?:و?(?:ال|لل|بال|كال|ب|ل|ف|ك)|[והבלמכש]{1,2})/u;

function isNamed(word: string, { words, text }: GroundingWords): boolean {
  if (words.has(word) || (UNSPACED.test(word) && text.includes(word))) return true;
  const bare = word.replace(/['’]s?$/, "");
  if (words.has(bare) || words.has(bare.replace(/s$/, "")) || words.has(`${bare}s`)) return true;
  const letters = [...bare];
  for (let cut = 1; cut <= MAX_ENDING && letters.length - cut >= 2; cut++)
    if (letters.length - cut >= leastOf(bare) && words.has(letters.slice(0, -cut).join(""))) return true;
  const withoutBefore = bare.replace(BEFORE, "");
  if (withoutBefore !== bare && withoutBefore.length >= LEAST_LETTERS - 1 && text.includes(withoutBefore)) return true;
  return hasLonger(bare, words);
}

/** Least letters of a word that can be told from its endings: two in Korean, else `LEAST_LETTERS`. */
const leastOf = (word: string): number => (/\p{sc=Hangul}/u.test(word) ? 2 : LEAST_LETTERS);

/** The page has the word with an ending, the sentence without. */
function hasLonger(word: string, words: ReadonlySet<string>): boolean {
  if (word.length < LEAST_LETTERS) return false;
  for (const known of words) if (known.length <= word.length + MAX_ENDING && known.startsWith(word)) return true;
  return false;
}

/** Inflections share more than half of a word's letters. */
const stemOf = (word: string): string => word.slice(0, Math.max(LEAST_LETTERS, Math.ceil(word.length * 0.6)));

/** Letters of the longest ending that a plain word may have beyond the page's: `sending` for `send`. */
const MAX_PLAIN_ENDING = 3;

function isSaid(word: string, { words, stems, text }: GroundingWords): boolean {
  if (words.has(word) || stems.has(stemOf(word))) return true;
  for (let cut = 1; cut <= MAX_PLAIN_ENDING && word.length - cut >= LEAST_LETTERS - 1; cut++)
    if (words.has(word.slice(0, -cut))) return true;
  return word.length > LEAST_LETTERS && text.includes(word);
}

/** First digits of the decimal scripts that NFKC leaves as they are. */
const ZEROS = [
  0x660, 0x6f0, 0x7c0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xde6, 0xe50, 0xed0, 0xf20,
  0x1040, 0x17e0, 0x1810, 0x19d0, 0x1a80, 0x1b50, 0x1bb0, 0xa620, 0xa8d0, 0xa900, 0xa9d0, 0xaa50, 0xabf0,
];

/** Accents, Arabic vowel signs and the stretched line: what one writer sets and the next leaves out. */
const OPTIONAL_MARKS = /[\u0300-\u036f\u0610-\u061a\u0640\u064b-\u065f\u0670]/g;

/**
 * A text in the form in which words are compared: one case, without accents, digits as 0 to 9. The Turkish `İ` and `ı` are the
 * letter i, in whatever case a page writes them.
 */
function folded(text: string): string {
  const digits = text.normalize("NFKC").replace(/\p{Nd}/gu, latinDigit);
  return digits
    .toLowerCase()
    .replaceAll("ı", "i")
    .replaceAll("ß", "ss")
    .normalize("NFD")
    .replace(OPTIONAL_MARKS, "")
    .normalize("NFC");
}

function latinDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  const zero = ZEROS.findLast((first) => first <= code) ?? 0x30;
  return code - zero < 10 && code >= zero ? String(code - zero) : digit;
}

// Words that say what a page does and nothing of what it holds: a sentence may have them though the page has not.

const lists = (...texts: readonly string[]): ReadonlySet<string> => new Set(texts.join(" ").split(" "));

/** Words about a page that need not stand on it, in folded form. */
const DESCRIBING = lists(
  "a an the how what when where why which who this these it page guide reference tutorial overview introduction example examples",
  "describes explains shows lists covers introduces defines documents provides walks gives tells presents outlines summarizes",
  "summarises details discusses compares contains offers answers teaches helps describing explaining listing using with for in of",
  "wie was wann warum welche der die das ein eine diese dieser seite beschreibt erklart zeigt listet behandelt enthalt bietet erlautert",
  "stellt gibt anleitung ubersicht einfuhrung referenz vergleicht beantwortet",
  "comment le la les un une cette page decrit explique montre presente liste detaille propose guide introduction definit contient",
  "como el los las una esta pagina describe explica muestra lista presenta detalla ofrece guia introduccion define contiene",
  "come il lo gli questa pagina descrive spiega mostra elenca presenta illustra guida introduzione definisce contiene offre",
  "como o os as uma esta pagina descreve explica mostra lista apresenta detalha guia introducao define contem oferece",
  "hoe wat de het een deze pagina beschrijft legt toont geeft bevat handleiding overzicht inleiding vergelijkt",
  "nasil bu sayfa aciklar anlatir gosterir listeler tanitir tanimlar sunar icerir rehber kilavuz",
  "как что эта страница описывает объясняет показывает содержит перечисляет руководство обзор введение представляет",
  "介绍 说明 描述 解释 列出 讲解 展示 提供 包括 包含 概述 如何 怎样 本页 页面 指南 教程 了解 介紹 說明 解釋 講解 提供 概述 如何 本頁 頁面 教學",
  "说 明 解 释 介 绍 描 述 列 出 讲 展 示 提 供 包 括 含 概 本 页 面 如 何 怎 样 的 了 与 與 和 及 在 是 对 對 为 為 中 以 用 可 从 從 到 等 之 其 并 並 或 将 將 把 被 有 也 个 個 各 这 這 该 該",
  "説明 解説 紹介 方法 一覧 概要 本 ページ こと もの ため について よう",
  "설명합니다 설명한다 다룹니다 소개합니다 제공합니다 보여줍니다 방법 방법을 페이지 이 및 대한 있는 위한 나열합니다 정의합니다 안내합니다",
  "يشرح تشرح يصف تصف يعرض تعرض يوضح توضح يقدم تقدم هذه هذا صفحه صفحة الصفحة دليل كيفية كيفيه التي الذي إلى الى على",
  "מסביר מסבירה מתאר מתארת מציג מציגה מפרט העמוד הדף מדריך כיצד איך של על את",
  "यह इस पृष्ठ बताता बताती वर्णन करता करती है हैं में के की का को से और कैसे पर लिए",
);

/** Numbers in words, which a model makes up as easily as numbers in digits. */
const NUMBER_WORDS = lists(
  "two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen",
  "twenty thirty forty fifty sixty seventy eighty ninety hundred hundreds thousand thousands million millions billion billions",
  "dozen dozens twice half",
  "zwei drei vier funf sechs sieben acht neun zehn elf zwolf zwanzig dreissig vierzig funfzig hundert tausend million millionen",
  "deux trois quatre cinq sept huit neuf dix onze douze quinze vingt trente quarante cinquante cent mille millions",
  "dos tres cuatro cinco seis siete ocho nueve diez doce veinte treinta cien ciento millon millones",
  "tre quattro cinque sette otto nove dieci dodici venti trenta cento dois tres quatro sete oito dez doze vinte cem milhoes",
  "twee drie vier vijf zes zeven negen tien twaalf twintig honderd duizend iki uc dort bes alti yedi sekiz dokuz yirmi yuz bin",
  "два две три четыре пять шесть семь восемь девять десять двадцать сто тысяча тысячи миллион миллиона",
);
