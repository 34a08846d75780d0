import type { Vec3 } from '../geometry/vectors.ts';
import type { VoxelGrid } from '../volume/voxels/voxel-block.ts';

/** A 3D texture of voxels in 8 bits, which may be filled layer by layer. */
export class VoxelTexture {
  readonly grid: VoxelGrid;
  #gl: WebGL2RenderingContext;
  #texture: WebGLTexture;

  /** Undefined if the graphics memory is too small. */
  static create(gl: WebGL2RenderingContext, grid: VoxelGrid): VoxelTexture | undefined {
    while (gl.getError() !== gl.NO_ERROR && !gl.isContextLost());
    const texture = new VoxelTexture(gl, grid);
    if (gl.getError() === gl.NO_ERROR) return texture;
    texture.remove();
    return undefined;
  }

  private constructor(gl: WebGL2RenderingContext, grid: VoxelGrid) {
    this.grid = grid;
    this.#gl = gl;
    this.#texture = gl.createTexture();
    this.bind();
    gl.texStorage3D(gl.TEXTURE_3D, 1, gl.R8, ...grid.size);
    for (const name of [gl.TEXTURE_MIN_FILTER, gl.TEXTURE_MAG_FILTER])
      gl.texParameteri(gl.TEXTURE_3D, name, gl.LINEAR);
    for (const name of [gl.TEXTURE_WRAP_S, gl.TEXTURE_WRAP_T, gl.TEXTURE_WRAP_R])
      gl.texParameteri(gl.TEXTURE_3D, name, gl.CLAMP_TO_EDGE);
  }

  /** Binds it to texture unit 0. */
  bind(): void {
    this.#gl.activeTexture(this.#gl.TEXTURE0);
    this.#gl.bindTexture(this.#gl.TEXTURE_3D, this.#texture);
  }

  put(firstLayer: number, values: Uint8Array): void {
    const gl = this.#gl;
    const [width, height] = this.grid.size;
    const layers = values.length / (width * height);
    this.bind();
    gl.pixelStorei(gl.UNPACK_ALIGNMENT, 1);
    const from = [0, 0, firstLayer] as const;
    gl.texSubImage3D(gl.TEXTURE_3D, 0, ...from, width, height, layers, gl.RED, gl.UNSIGNED_BYTE, values);
  }

  remove(): void {
    this.#gl.deleteTexture(this.#texture);
  }
}

/** The factors and summands that make texture coordinates of the volume's millimetres. */
export function textureCoordinates({ size, spacingMm, offsetMm }: VoxelGrid): { scale: Vec3; shift: Vec3 } {
  const of = (value: (axis: 0 | 1 | 2) => number): Vec3 => [value(0), value(1), value(2)];
  return {
    scale: of((axis) => 1 / (spacingMm[axis] * size[axis])),
    shift: of((axis) => (0.5 - offsetMm[axis] / spacingMm[axis]) / size[axis]),
  };
}

/** The edges of the outermost voxels. */
export function boundsOf({ size, spacingMm, offsetMm }: VoxelGrid): { low: Vec3; high: Vec3 } {
  const of = (value: (axis: 0 | 1 | 2) => number): Vec3 => [value(0), value(1), value(2)];
  return {
    low: of((axis) => offsetMm[axis] - spacingMm[axis] / 2),
    high: of((axis) => offsetMm[axis] + (size[axis] - 0.5) * spacingMm[axis]),
  };
}
