/** A label inside a sentence: «Дата рождения» begins with a small letter there, «КЛКТ» and «ФИО» do not. */
export const inSentence = (label: string): string =>
  label.replace(/^\p{Lu}(?=\p{Ll})/u, (letter) => letter.toLowerCase());
