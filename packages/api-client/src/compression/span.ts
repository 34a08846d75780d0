/** Bytes of a file; `end` is exclusive, as in `slice`. */
export interface Span {
  start: number;
  end: number;
}
