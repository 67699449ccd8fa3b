/** Marks on letters of scripts whose readers often leave them out; in other scripts marks are letters. */
const MARKS = /(?<=[\p{sc=Latin}\p{sc=Greek}\p{sc=Arabic}\p{sc=Hebrew}])\p{M}+/gu;

/** A text as people type it who search: without accents, and without the vowel signs of Arabic and Hebrew. */
export const withoutMarks = (text: string): string => text.normalize("NFD").replace(MARKS, "").normalize("NFC");
