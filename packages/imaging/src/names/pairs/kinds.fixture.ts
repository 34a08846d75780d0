/** Pairs of names of one person, or of two; the table of docs/names.md. */
export interface PairsOfKind {
  kind: string;
  /** of one person */
  same: boolean;
  /** whether both birth dates are stated and equal; only then is a typing error assumed */
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
