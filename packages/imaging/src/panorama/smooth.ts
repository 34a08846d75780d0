/**
 * The smoothest line near given values (E. T. Whittaker 1923; P. Eilers, A perfect smoother, 2003): least squares with a
 * price on its second differences. `stiffness` is that price; a value of weight 0 is bridged, at an end carried on
 * straight.
 */
export function smoothLine(
  values: ArrayLike<number>,
  weights: ArrayLike<number>,
  stiffness: number,
): Float64Array {
  const count = values.length;
  // The five diagonals of W + stiffness · D'D, solved by LDL' without pivots: the matrix is positive definite.
  const [main, first, second] = [new Float64Array(count), new Float64Array(count), new Float64Array(count)];
  for (let at = 0; at < count; at += 1) main[at] = weights[at]! + 1e-9;
  for (let at = 0; at + 2 < count; at += 1) {
    main[at]! += stiffness;
    main[at + 1]! += 4 * stiffness;
    main[at + 2]! += stiffness;
    first[at]! -= 2 * stiffness;
    first[at + 1]! -= 2 * stiffness;
    second[at]! += stiffness;
  }
  const solved = new Float64Array(count);
  for (let at = 0; at < count; at += 1) {
    let right = weights[at]! * values[at]!;
    if (at > 0) right -= first[at - 1]! * solved[at - 1]!;
    if (at > 1) right -= second[at - 2]! * solved[at - 2]!;
    solved[at] = right;
    const pivot = main[at]!;
    const [one, two] = [first[at]! / pivot, second[at]! / pivot];
    if (at + 1 < count) main[at + 1]! -= one * first[at]!;
    if (at + 1 < count) first[at + 1]! -= one * second[at]!;
    if (at + 2 < count) main[at + 2]! -= two * second[at]!;
    first[at] = one;
    second[at] = two;
  }
  for (let at = count - 1; at >= 0; at -= 1) {
    let value = solved[at]! / main[at]!;
    if (at + 1 < count) value -= first[at]! * solved[at + 1]!;
    if (at + 2 < count) value -= second[at]! * solved[at + 2]!;
    solved[at] = value;
  }
  return solved;
}

/** The same, but values far from the line lose their say: Tukey's biweight, with `reach` its end. */
export function robustLine(
  values: ArrayLike<number>,
  weights: ArrayLike<number>,
  stiffness: number,
  reach: number,
): Float64Array {
  let line = smoothLine(values, weights, stiffness);
  for (let round = 0; round < 4; round += 1) {
    const trusted = Float64Array.from({ length: values.length }, (_, at) => {
      const off = (values[at]! - line[at]!) / reach;
      return Math.abs(off) < 1 ? weights[at]! * (1 - off * off) ** 2 : 0;
    });
    line = smoothLine(values, trusted, stiffness);
  }
  return line;
}
