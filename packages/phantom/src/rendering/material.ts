type Vector = readonly [number, number, number];
export type Colour = readonly [number, number, number];

export type Material = { colour: Colour; gloss: number; hardness: number };

export const BONE: Material = { colour: [255, 236, 200], gloss: 0.12, hardness: 14 };
export const CANAL: Material = { colour: [255, 122, 72], gloss: 0.25, hardness: 24 };
export const METAL: Material = { colour: [176, 186, 196], gloss: 0.95, hardness: 46 };
/** Muted colours; neighbouring teeth differ. */
const TEETH: readonly Colour[] = [
  [126, 196, 206],
  [240, 196, 120],
  [150, 178, 226],
  [166, 208, 150],
  [232, 156, 148],
  [190, 164, 220],
  [118, 200, 176],
  [226, 176, 200],
];

/** Colour by position and quadrant, so that a tooth differs from its antagonist. */
export const toothMaterial = (number: number): Material => ({
  colour: TEETH[((number % 10) - 1 + 3 * Math.floor(number / 10)) % TEETH.length]!,
  gloss: 0.4,
  hardness: 38,
});

/** Key light from the upper left of the camera, cool fill light from the lower right. */
export type Lights = { key: Vector; fill: Vector; forward: Vector };

export function shade({ colour, gloss, hardness }: Material, normal: Vector, lights: Lights): Colour {
  const { key, fill, forward } = lights;
  const lit = Math.max(0, dot(normal, key));
  const filled = Math.max(0, dot(normal, fill));
  const facing = Math.max(0, -dot(normal, forward));
  // half vector between light and camera (Blinn)
  const half = [key[0] - forward[0], key[1] - forward[1], key[2] - forward[2]] as const;
  const shine = Math.max(0, dot(normal, half) / Math.hypot(...half)) ** hardness * gloss * 150;
  const soft = 0.2 + 0.16 * facing + 0.72 * lit;
  return [
    colour[0] * (soft + 0.06 * filled) + shine,
    colour[1] * (soft + 0.12 * filled) + shine,
    colour[2] * (soft + 0.16 * filled) + shine,
  ];
}

const dot = (one: Vector, other: Vector) => one[0] * other[0] + one[1] * other[1] + one[2] * other[2];
