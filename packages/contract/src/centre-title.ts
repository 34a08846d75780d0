/**
 * The centre as the subject of a sentence: «Центр «Ракурс»». A name that says what it is, or has quotation marks, stays as
 * it is entered.
 */
export const centreTitle = (name: string): string => {
  if (name === '') return 'Диагностический центр';
  return /центр|[«"“]/i.test(name) ? name : `Центр «${name}»`;
};
