/** PDF points: A4 is 595 × 842, a point is 1/72 inch. */
export const MARGIN = 48;
export const INK = '#1a2226';
export const QUIET = '#5c6a70';
export const TEAL = '#0b7285';
/** The colour of thin rules. */
export const RULE = '#d9e0e3';
