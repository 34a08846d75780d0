import type { Size3 } from '../volume/volume.ts';

/** Calls `visit` with the index of each of the six neighbours of a voxel that is inside the volume. */
function forEachNeighbour([nx, ny, nz]: Size3, at: number, visit: (neighbour: number) => void): void {
  const area = nx * ny;
  const x = at % nx;
  const y = Math.floor(at / nx) % ny;
  const z = Math.floor(at / area);
  if (x > 0) visit(at - 1);
  if (x < nx - 1) visit(at + 1);
  if (y > 0) visit(at - nx);
  if (y < ny - 1) visit(at + nx);
  if (z > 0) visit(at - area);
  if (z < nz - 1) visit(at + area);
}

/** Indexes that wait, in chunks, so that the queue of a large volume does not need one large array. */
class Queue {
  #chunks: Uint32Array[] = [];
  #head = 0;
  #tail = 0;

  push(value: number): void {
    const chunk = Math.floor(this.#tail / CHUNK);
    this.#chunks[chunk] ??= new Uint32Array(CHUNK);
    this.#chunks[chunk][this.#tail % CHUNK] = value;
    this.#tail += 1;
  }

  /** Undefined when the queue is empty. */
  shift(): number | undefined {
    if (this.#head === this.#tail) return undefined;
    const chunk = Math.floor(this.#head / CHUNK);
    const value = this.#chunks[chunk]![this.#head % CHUNK];
    this.#head += 1;
    if (this.#head % CHUNK === 0) delete this.#chunks[chunk];
    return value;
  }
}
const CHUNK = 1 << 16;

/**
 * Spreads labels from the voxels that have one to neighbouring voxels that may have one and have none. All labels
 * advance at the same speed, so a voxel gets the label whose path to it is the shortest.
 */
export function spread(labels: Uint8Array, size: Size3, isOpen: (at: number) => boolean): void {
  const queue = new Queue();
  for (let at = 0; at < labels.length; at += 1) if (labels[at]) queue.push(at);
  for (let at = queue.shift(); at !== undefined; at = queue.shift()) {
    const label = labels[at]!;
    forEachNeighbour(size, at, (neighbour) => {
      if (labels[neighbour] || !isOpen(neighbour)) return;
      labels[neighbour] = label;
      queue.push(neighbour);
    });
  }
}

/** The connected voxels around `start` that are open and not marked; they get the mark. Returns their number. */
export function markComponent(
  marks: Uint8Array,
  size: Size3,
  start: number,
  mark: number,
  isOpen: (at: number) => boolean,
): number {
  const queue = new Queue();
  marks[start] = mark;
  queue.push(start);
  let count = 0;
  for (let at = queue.shift(); at !== undefined; at = queue.shift()) {
    count += 1;
    forEachNeighbour(size, at, (neighbour) => {
      if (marks[neighbour] || !isOpen(neighbour)) return;
      marks[neighbour] = mark;
      queue.push(neighbour);
    });
  }
  return count;
}
