import { normalRandom, randomStream } from './random.ts';

const SIDE = 64;
const MASK = SIDE - 1;

/**
 * A cube of smooth noise with a period of 64 steps, mean 0 and standard deviation 1, for trabeculae and
 * fibres. Sampled by nearest neighbour for speed, because it is read at every bone voxel.
 */
export function noiseCube(seed: number): Float32Array {
  const random = randomStream(seed);
  let cube = Float32Array.from({ length: SIDE ** 3 }, () => normalRandom(random));
  for (const stride of [1, SIDE, SIDE * SIDE]) cube = smoothed(cube, stride);
  const deviation = Math.sqrt(cube.reduce((sum, value) => sum + value * value, 0) / cube.length);
  return cube.map((value) => value / deviation);
}

function smoothed(cube: Float32Array<ArrayBuffer>, stride: number): Float32Array<ArrayBuffer> {
  const row = stride * SIDE;
  return cube.map((value, at) => {
    const start = at - (at % row);
    const neighbour = (by: number) => cube[start + ((at - start + by + row) % row)]!;
    return value * 0.5 + (neighbour(stride) + neighbour(-stride)) * 0.25;
  });
}

export const noiseAt = (cube: Float32Array, x: number, y: number, z: number): number =>
  cube[(((z | 0) & MASK) * SIDE + ((y | 0) & MASK)) * SIDE + ((x | 0) & MASK)]!;
