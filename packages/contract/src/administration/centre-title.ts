/**
 * The centre as the subject of a sentence: «Центр «Ракурс»». A name that says what kind of institution it is, or contains
 * quotation marks, is returned unchanged.
 */
export const centreTitle = (name: string): string => {
  if (name === '') return 'Диагностический центр';
  return /центр|[«"“]/i.test(name) ? name : `Центр «${name}»`;
};
