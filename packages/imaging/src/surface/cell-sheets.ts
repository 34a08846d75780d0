/** Corners of a cell: bit 0 is x, bit 1 is y, bit 2 is z. Edges 0 to 3 are along x, 4 to 7 along y, 8 to 11 along z. */
export const EDGES: readonly (readonly [from: number, to: number])[] = [
  ...[0, 2, 4, 6].map((corner) => [corner, corner + 1] as const),
  ...[0, 1, 4, 5].map((corner) => [corner, corner + 2] as const),
  ...[0, 1, 2, 3].map((corner) => [corner, corner + 4] as const),
];

/** The corners of a face in their order around it; `2 * axis` is the face where the coordinate is low, the next one where it is high. */
export const FACES: readonly (readonly number[])[] = [1, 2, 4].flatMap((axis) => {
  const [one, other] = [1, 2, 4].filter((bit) => bit !== axis) as [number, number];
  return [0, axis].map((side) => [side, side + one, side + one + other, side + other]);
});

const edgeBetween = (one: number, other: number): number =>
  EDGES.findIndex(([from, to]) => from === Math.min(one, other) && to === Math.max(one, other));

const isInside = (mask: number, corner: number): boolean => ((mask >> corner) & 1) === 1;

/**
 * How the surface passes through a cell whose inside corners are the bits of `mask`. On a face with two inside corners that are opposite,
 * the surface separates them, in both cells of the face. So the crossed edges form closed lines; each is the border of a sheet.
 */
function sheetsIn(mask: number): { sheets: number[][]; doubled: number } {
  const joined = EDGES.map((_, edge) => edge);
  const sheetOf = (edge: number): number => (joined[edge] === edge ? edge : sheetOf(joined[edge]!));
  const join = (one: number, other: number): void => {
    joined[sheetOf(one)] = sheetOf(other);
  };
  const crossedOn = (corners: readonly number[]) =>
    corners
      .map((corner, at) => [corner, corners[(at + 1) % 4]!] as const)
      .filter(([one, other]) => isInside(mask, one) !== isInside(mask, other))
      .map(([one, other]) => edgeBetween(one, other));
  for (const corners of FACES) {
    const crossed = crossedOn(corners);
    if (crossed.length === 2) join(crossed[0]!, crossed[1]!);
    if (crossed.length < 4) continue;
    corners.forEach((corner, at) => {
      const neighbours = [corners[(at + 1) % 4]!, corners[(at + 3) % 4]!];
      if (isInside(mask, corner))
        join(...(neighbours.map((other) => edgeBetween(corner, other)) as [number, number]));
    });
  }
  const crossed = EDGES.flatMap(([from, to], edge) =>
    isInside(mask, from) === isInside(mask, to) ? [] : [edge],
  );
  const roots = [...new Set(crossed.map(sheetOf))];
  const doubled = FACES.reduce((bits, corners, face) => {
    const edges = crossedOn(corners);
    return edges.length === 4 && new Set(edges.map(sheetOf)).size === 1 ? bits | (1 << face) : bits;
  }, 0);
  return { sheets: roots.map((root) => crossed.filter((edge) => sheetOf(edge) === root)), doubled };
}

interface CellTables {
  /** by the inside corners: the crossed edges of each sheet */
  sheets: readonly (readonly Uint8Array[])[];
  /** at `mask * 12 + edge`: the sheet that crosses the edge */
  sheetOfEdge: Uint8Array;
  /** The faces, as bits, that one sheet crosses twice. If it does so in both cells of a face, four quads would have one edge in common. */
  doubledFaces: Uint8Array;
}

function makeTables(): CellTables {
  const cells = Array.from({ length: 256 }, (_, mask) => sheetsIn(mask));
  const sheetOfEdge = new Uint8Array(256 * EDGES.length);
  for (const [mask, { sheets }] of cells.entries())
    for (const [sheet, edges] of sheets.entries())
      for (const edge of edges) sheetOfEdge[mask * EDGES.length + edge] = sheet;
  return {
    sheets: cells.map(({ sheets }) => sheets.map((edges) => Uint8Array.from(edges))),
    sheetOfEdge,
    doubledFaces: Uint8Array.from(cells.map(({ doubled }) => doubled)),
  };
}

let tables: CellTables | undefined;

/** Made on first use, because this takes 20 ms, which would delay the first picture of a volume. */
export const cellTables = (): CellTables => (tables ??= makeTables());
