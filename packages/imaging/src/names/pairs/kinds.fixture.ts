/** Pairs of names of one person, or of two; the table of docs/names.md. */
export interface PairsOfKind {
  kind: string;
  /** of one person */
  same: boolean;
  /** the birth date of one record: an error of typing is assumed only if the birth dates are equal */
  birthDates: 'equal' | 'one unknown';
  /** a pair in each line */
  pairs: string;
}

export const same = (kind: string, birthDates: PairsOfKind['birthDates'], pairs: string): PairsOfKind => ({
  kind,
  same: true,
  birthDates,
  pairs,
});
/** Two people are hardest to distinguish if their birth dates are equal. */
export const different = (kind: string, pairs: string): PairsOfKind => ({
  kind,
  same: false,
  birthDates: 'equal',
  pairs,
});
