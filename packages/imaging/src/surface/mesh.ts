/** A surface of triangles; the vertices of each are in counter-clockwise order seen from outside. */
export interface Mesh {
  /** three coordinates per vertex, in millimetres */
  positions: Float32Array;
  /** three vertices per triangle */
  triangles: Uint32Array;
}

/** An array of numbers that grows. */
export class Growing<Numbers extends Float32Array<ArrayBuffer> | Uint32Array<ArrayBuffer>> {
  #values: Numbers;
  #make: (length: number) => Numbers;
  length = 0;

  constructor(make: (length: number) => Numbers) {
    this.#make = make;
    this.#values = make(3 * 4096);
  }

  push(a: number, b: number, c: number): void {
    if (this.length + 3 > this.#values.length) {
      const larger = this.#make(this.#values.length * 2);
      larger.set(this.#values);
      this.#values = larger;
    }
    this.#values[this.length] = a;
    this.#values[this.length + 1] = b;
    this.#values[this.length + 2] = c;
    this.length += 3;
  }

  toArray = (): Numbers => this.#values.slice(0, this.length) as Numbers;
}
