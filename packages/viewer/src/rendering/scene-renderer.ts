import type { Vec3 } from '../geometry/vectors.ts';
import type { HalfSpace } from './clipping.ts';
import { linkProgram } from './link-program.ts';
import type { SceneMesh } from './mesh.ts';
import { MeshPass } from './mesh-pass.ts';
import type { Look } from './pick.ts';
import { VOLUME_FRAGMENT, VOLUME_VERTEX } from './shaders.ts';
import { TISSUE_LOOKS } from './tissues.ts';
import type { View } from './view.ts';
import type { VoxelBlock, VoxelGrid } from '../volume/voxels/voxel-block.ts';
import { boundsOf, textureCoordinates, VoxelTexture } from './voxel-texture.ts';

export interface Scene {
  view: View;
  /** see `reachOf` */
  reachMm: number;
  look: Look;
  isVolumeShown: boolean;
  spaces: readonly HalfSpace[];
}

/** How finely a view is drawn: coarsely while it moves, finely while it rests. */
interface Quality {
  isFine: boolean;
  stepsPerVoxel: number;
}

/**
 * Draws a volume by ray casting and surfaces in it with WebGL2, each hiding what is behind it. After a lost graphics
 * context a new one must be created.
 */
export class SceneRenderer {
  /** voxels of the longest side of a volume */
  readonly largestTexture: number;
  #gl: WebGL2RenderingContext;
  #program: WebGLProgram;
  #meshPass: MeshPass;
  #coarse: VoxelTexture | undefined;
  #fine: { texture: VoxelTexture; layers: number } | undefined;
  #triangle: WebGLVertexArrayObject;

  /** Undefined without WebGL2. */
  static create(canvas: HTMLCanvasElement): SceneRenderer | undefined {
    const gl = canvas.getContext('webgl2', {
      antialias: false,
      alpha: false,
      depth: false,
      // the view is copied when it is saved, long after it was drawn
      preserveDrawingBuffer: true,
      powerPreference: 'high-performance',
    });
    if (!gl || gl.isContextLost()) return undefined;
    const program = linkProgram(gl, { vertex: VOLUME_VERTEX, fragment: VOLUME_FRAGMENT });
    const meshPass = MeshPass.create(gl);
    return program && meshPass && new SceneRenderer(gl, program, meshPass);
  }

  private constructor(gl: WebGL2RenderingContext, program: WebGLProgram, meshPass: MeshPass) {
    this.#gl = gl;
    this.#program = program;
    this.#meshPass = meshPass;
    this.#triangle = gl.createVertexArray();
    this.largestTexture = gl.getParameter(gl.MAX_3D_TEXTURE_SIZE) as number;
  }

  /** The whole volume, thinned out. False if the graphics memory is too small for it. */
  setCoarse(block: VoxelBlock): boolean {
    this.#coarse?.remove();
    this.#coarse = VoxelTexture.create(this.#gl, block);
    this.#coarse?.put(0, block.values);
    return this.#coarse !== undefined;
  }

  /** Begins a finer volume, which is drawn when all its layers are there. False if the memory is too small for it. */
  beginFine(grid: VoxelGrid): boolean {
    this.#fine?.texture.remove();
    const texture = VoxelTexture.create(this.#gl, grid);
    this.#fine = texture && { texture, layers: 0 };
    return texture !== undefined;
  }

  putFine(firstLayer: number, values: Uint8Array): void {
    if (!this.#fine) return;
    const [width, height] = this.#fine.texture.grid.size;
    this.#fine.texture.put(firstLayer, values);
    this.#fine.layers += values.length / (width * height);
  }

  get isFineReady(): boolean {
    return this.#fine !== undefined && this.#fine.layers >= this.#fine.texture.grid.size[2];
  }

  setMeshes(meshes: readonly SceneMesh[]): void {
    this.#meshPass.set(meshes);
  }

  /** Returns the drawing time in milliseconds, from which the caller chooses the next resolution. */
  draw(scene: Scene, { isFine, stepsPerVoxel }: Quality): number {
    const gl = this.#gl;
    const begin = performance.now();
    gl.viewport(0, 0, gl.drawingBufferWidth, gl.drawingBufferHeight);
    this.#useProgram(this.#meshPass.program, scene);
    this.#meshPass.draw();
    const at = this.#useProgram(this.#program, scene);
    ['voxels', 'solid_color', 'solid_depth', 'glass_color', 'glass_depth'].forEach((name, unit) =>
      gl.uniform1i(at(name), unit),
    );
    const texture = isFine && this.isFineReady ? this.#fine?.texture : this.#coarse;
    if (texture) this.#setVolume(texture, scene, stepsPerVoxel, at);
    gl.uniform1i(at('method'), texture && scene.isVolumeShown ? TISSUE_LOOKS[scene.look.tissue].method : -1);
    gl.bindVertexArray(this.#triangle);
    gl.drawArrays(gl.TRIANGLES, 0, 3);
    // waits until the GPU has drawn, so that the time is that of the drawing
    gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, new Uint8Array(4));
    return performance.now() - begin;
  }

  /** Frees the graphics memory now instead of at garbage collection. */
  close(): void {
    this.#gl.getExtension('WEBGL_lose_context')?.loseContext();
  }

  /** Sets the uniforms that both programs have. */
  #useProgram(program: WebGLProgram, { view, reachMm, spaces }: Scene) {
    const gl = this.#gl;
    const { camera, middle, mmPerPx, panMm, pane } = view;
    const at = (name: string) => gl.getUniformLocation(program, name);
    gl.useProgram(program);
    gl.uniformMatrix3fv(at('camera'), false, camera.flat());
    gl.uniform3f(at('middle'), ...middle);
    gl.uniform2f(at('half_view'), (pane[0] * mmPerPx) / 2, (pane[1] * mmPerPx) / 2);
    gl.uniform2f(at('pan'), ...panMm);
    gl.uniform1f(at('reach'), reachMm);
    gl.uniform1i(at('plane_count'), spaces.length);
    if (spaces.length > 0)
      gl.uniform4fv(
        at('planes'),
        spaces.flatMap(({ normal, atMm }) => [...normal, atMm]),
      );
    return at;
  }

  #setVolume(
    texture: VoxelTexture,
    { look }: Scene,
    stepsPerVoxel: number,
    at: (name: string) => WebGLUniformLocation | null,
  ): void {
    const gl = this.#gl;
    const { scale, shift } = textureCoordinates(texture.grid);
    const { low, high } = boundsOf(texture.grid);
    const { colors, ramp } = TISSUE_LOOKS[look.tissue];
    const voxelMm = Math.min(...texture.grid.spacingMm);
    const set3 = (name: string, values: Vec3) => gl.uniform3f(at(name), ...values);
    texture.bind();
    set3('texture_scale', scale);
    set3('texture_shift', shift);
    set3('low', low);
    set3('high', high);
    set3('thin_color', colors[0]);
    set3('dense_color', colors[1]);
    gl.uniform2f(at('ramp'), ...ramp);
    gl.uniform1f(at('threshold'), look.threshold);
    gl.uniform1f(at('opacity'), look.opacity);
    gl.uniform1f(at('voxel'), voxelMm);
    gl.uniform1f(at('step_length'), voxelMm / stepsPerVoxel);
  }
}
