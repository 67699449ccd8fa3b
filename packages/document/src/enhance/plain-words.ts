// Words that say what a page does and nothing of what it holds: a sentence may have them though the page has not.

const lists = (...texts: readonly string[]): ReadonlySet<string> => new Set(texts.join(" ").split(" "));

/** In folded form. */
export const DESCRIBING = lists(
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

/** In words, numbers are as easily made up as in digits. */
export const NUMBER_WORDS = lists(
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
