import { linkProgram } from './link-program.ts';
import type { Vec2, Vec3 } from '../geometry/vectors.ts';
import type { Camera } from './camera.ts';
import { FRAGMENT, VERTEX } from './shaders.ts';

/** The volume in 8 bits per voxel. */
export interface VoxelBlock {
  size: Vec3;
  spacingMm: Vec3;
  values: Uint8Array;
}

export interface Scene {
  camera: Camera;
  /** half of the visible width and height */
  halfViewMm: Vec2;
  panMm: Vec2;
  /** fraction of the bytes' range (0 to 1); smaller values are transparent */
  threshold: number;
}

/**
 * Draws a voxel block by ray casting with WebGL2. After a lost graphics context a new one must be created.
 */
export class RayCaster {
  #gl: WebGL2RenderingContext;
  #program: WebGLProgram;
  #block: VoxelBlock;

  /** Returns undefined without WebGL2, or when the block exceeds the largest 3D texture. */
  static create(canvas: HTMLCanvasElement, block: VoxelBlock): RayCaster | undefined {
    const gl = canvas.getContext('webgl2', {
      antialias: false,
      alpha: false,
      // the view is copied when it is saved, long after it was drawn
      preserveDrawingBuffer: true,
      powerPreference: 'high-performance',
    });
    if (!gl || gl.isContextLost()) return undefined;
    const longest = Math.max(...block.size);
    if (longest > (gl.getParameter(gl.MAX_3D_TEXTURE_SIZE) as number)) return undefined;
    const program = linkProgram(gl, { vertex: VERTEX, fragment: FRAGMENT });
    return program && new RayCaster(gl, program, block);
  }

  private constructor(gl: WebGL2RenderingContext, program: WebGLProgram, block: VoxelBlock) {
    this.#gl = gl;
    this.#program = program;
    this.#block = block;
    gl.useProgram(program);
    gl.bindTexture(gl.TEXTURE_3D, gl.createTexture());
    gl.pixelStorei(gl.UNPACK_ALIGNMENT, 1);
    const [width, height, depth] = block.size;
    gl.texImage3D(gl.TEXTURE_3D, 0, gl.R8, width, height, depth, 0, gl.RED, gl.UNSIGNED_BYTE, block.values);
    for (const name of [gl.TEXTURE_MIN_FILTER, gl.TEXTURE_MAG_FILTER])
      gl.texParameteri(gl.TEXTURE_3D, name, gl.LINEAR);
    for (const name of [gl.TEXTURE_WRAP_S, gl.TEXTURE_WRAP_T, gl.TEXTURE_WRAP_R])
      gl.texParameteri(gl.TEXTURE_3D, name, gl.CLAMP_TO_EDGE);
    gl.bindVertexArray(gl.createVertexArray());
  }

  /** Returns the drawing time in milliseconds, from which the caller chooses the next resolution. */
  draw({ camera, halfViewMm, panMm, threshold }: Scene, stepsPerVoxel: number): number {
    const gl = this.#gl;
    const begin = performance.now();
    const { size, spacingMm } = this.#block;
    const at = (name: string) => gl.getUniformLocation(this.#program, name);
    gl.viewport(0, 0, gl.drawingBufferWidth, gl.drawingBufferHeight);
    gl.uniformMatrix3fv(at('camera'), false, camera.flat());
    gl.uniform3f(at('extent'), size[0] * spacingMm[0], size[1] * spacingMm[1], size[2] * spacingMm[2]);
    gl.uniform2f(at('half_view'), ...halfViewMm);
    gl.uniform2f(at('pan'), ...panMm);
    gl.uniform1f(at('threshold'), threshold);
    gl.uniform1f(at('step_length'), Math.min(...spacingMm) / stepsPerVoxel);
    gl.drawArrays(gl.TRIANGLES, 0, 3);
    // waits until the GPU has drawn, so that the time is that of the drawing
    gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, new Uint8Array(4));
    return performance.now() - begin;
  }

  /** Frees the graphics memory now instead of at garbage collection. */
  close(): void {
    this.#gl.getExtension('WEBGL_lose_context')?.loseContext();
  }
}
