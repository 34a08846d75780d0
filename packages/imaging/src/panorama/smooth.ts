/**
 * The Whittaker smoother (E. T. Whittaker 1923; P. Eilers, A perfect smoother, 2003): weighted least squares
 * with a penalty on second differences. `stiffness` is the penalty; values of weight 0 are interpolated, at
 * the ends extrapolated linearly.
 */
function smoothLine(values: ArrayLike<number>, weights: ArrayLike<number>, stiffness: number): Float64Array {
  const count = values.length;
  // The diagonals of the symmetric band matrix W + stiffness · D'D, solved by LDL' without pivoting, because
  // the matrix is positive definite.
  const main = new Float64Array(count);
  const first = new Float64Array(count);
  const second = new Float64Array(count);
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
    const one = first[at]! / pivot;
    const two = second[at]! / pivot;
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

/**
 * The robust Whittaker smoother: outliers are down-weighted by Tukey's biweight, to 0 at a distance of
 * `reach`.
 */
export function robustLine(
  values: ArrayLike<number>,
  weights: ArrayLike<number>,
  stiffness: number,
  reach: number,
): Float64Array {
  let line = smoothLine(values, weights, stiffness);
  for (let round = 0; round < 4; round += 1) {
    const robustWeights = Float64Array.from({ length: values.length }, (_, at) => {
      const residual = (values[at]! - line[at]!) / reach;
      return Math.abs(residual) < 1 ? weights[at]! * (1 - residual * residual) ** 2 : 0;
    });
    line = smoothLine(values, robustWeights, stiffness);
  }
  return line;
}
