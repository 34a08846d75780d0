/** Where a text begins; null unless it is in the file exactly once, so that no other place can be taken for the seal. */
export const findOnly = (pdf: Buffer, text: string): number | null => {
  const at = pdf.indexOf(text, 0, 'latin1');
  return at === -1 || pdf.includes(text, at + 1, 'latin1') ? null : at;
};

/** An instant from a PDF date in UTC, YYYYMMDDHHMMSSZ; null if there is no such instant. */
export const instantOf = (text: string): Date | null => {
  const iso = text.replace(/^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z');
  const at = new Date(iso);
  return iso === text || Number.isNaN(at.getTime()) ? null : at;
};
