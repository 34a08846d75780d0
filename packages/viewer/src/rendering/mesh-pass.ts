import { linkProgram } from './link-program.ts';
import type { SceneMesh } from './mesh.ts';
import { MESH_FRAGMENT, MESH_VERTEX } from './shaders.ts';

interface UploadedMesh {
  mesh: SceneMesh;
  vertices: WebGLVertexArrayObject;
  buffers: readonly WebGLBuffer[];
}

/** Colour and depth of what was drawn, as textures of the same size as the canvas or larger. */
interface Target {
  framebuffer: WebGLFramebuffer;
  color: WebGLTexture;
  depth: WebGLTexture;
}

/** Draws meshes into textures, opaque ones and translucent ones apart, so that rays through the volume end at them. */
export class MeshPass {
  readonly program: WebGLProgram;
  #gl: WebGL2RenderingContext;
  #meshes: UploadedMesh[] = [];
  #targets: Record<'solid' | 'glass', Target>;
  #size: [number, number] = [0, 0];

  static create(gl: WebGL2RenderingContext): MeshPass | undefined {
    const program = linkProgram(gl, { vertex: MESH_VERTEX, fragment: MESH_FRAGMENT });
    return program && new MeshPass(gl, program);
  }

  private constructor(gl: WebGL2RenderingContext, program: WebGLProgram) {
    this.#gl = gl;
    this.program = program;
    const target = (): Target => ({
      framebuffer: gl.createFramebuffer(),
      color: gl.createTexture(),
      depth: gl.createTexture(),
    });
    this.#targets = { solid: target(), glass: target() };
  }

  /** Uploads new meshes and removes those that are no longer in the list; a mesh is never changed. */
  set(meshes: readonly SceneMesh[]): void {
    const known = new Map(this.#meshes.map((uploaded) => [uploaded.mesh, uploaded]));
    this.#meshes = meshes.map((mesh) => known.get(mesh) ?? this.#upload(mesh));
    const kept = new Set(meshes);
    for (const { mesh, vertices, buffers } of known.values()) {
      if (kept.has(mesh)) continue;
      this.#gl.deleteVertexArray(vertices);
      for (const buffer of buffers) this.#gl.deleteBuffer(buffer);
    }
  }

  /** The program's uniforms of view and planes must be set; afterwards the textures are in units 1 to 4. */
  draw(): void {
    const gl = this.#gl;
    this.#fit(gl.drawingBufferWidth, gl.drawingBufferHeight);
    const color = gl.getUniformLocation(this.program, 'color');
    gl.enable(gl.DEPTH_TEST);
    gl.clearColor(0, 0, 0, 0);
    for (const layer of ['solid', 'glass'] as const) {
      gl.bindFramebuffer(gl.FRAMEBUFFER, this.#targets[layer].framebuffer);
      gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
      for (const { mesh, vertices } of this.#meshes) {
        if (mesh.color[3] < 1 !== (layer === 'glass')) continue;
        gl.uniform4f(color, ...mesh.color);
        gl.bindVertexArray(vertices);
        gl.drawElements(gl.TRIANGLES, mesh.triangles.length, gl.UNSIGNED_INT, 0);
      }
    }
    gl.bindFramebuffer(gl.FRAMEBUFFER, null);
    gl.disable(gl.DEPTH_TEST);
    const { solid, glass } = this.#targets;
    [solid.color, solid.depth, glass.color, glass.depth].forEach((texture, at) => {
      gl.activeTexture(gl.TEXTURE1 + at);
      gl.bindTexture(gl.TEXTURE_2D, texture);
    });
  }

  /** The targets grow and never shrink, because the canvas alternates between two sizes. */
  #fit(width: number, height: number): void {
    const gl = this.#gl;
    if (width <= this.#size[0] && height <= this.#size[1]) return;
    this.#size = [Math.max(width, this.#size[0]), Math.max(height, this.#size[1])];
    for (const { framebuffer, color, depth } of Object.values(this.#targets)) {
      gl.bindFramebuffer(gl.FRAMEBUFFER, framebuffer);
      gl.bindTexture(gl.TEXTURE_2D, color);
      gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA8, ...this.#size, 0, gl.RGBA, gl.UNSIGNED_BYTE, null);
      this.#sampleNearest();
      gl.bindTexture(gl.TEXTURE_2D, depth);
      const format = gl.DEPTH_COMPONENT;
      const kind = gl.UNSIGNED_INT;
      gl.texImage2D(gl.TEXTURE_2D, 0, gl.DEPTH_COMPONENT24, ...this.#size, 0, format, kind, null);
      this.#sampleNearest();
      gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, color, 0);
      gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.DEPTH_ATTACHMENT, gl.TEXTURE_2D, depth, 0);
    }
  }

  #sampleNearest(): void {
    const gl = this.#gl;
    for (const name of [gl.TEXTURE_MIN_FILTER, gl.TEXTURE_MAG_FILTER])
      gl.texParameteri(gl.TEXTURE_2D, name, gl.NEAREST);
    for (const name of [gl.TEXTURE_WRAP_S, gl.TEXTURE_WRAP_T])
      gl.texParameteri(gl.TEXTURE_2D, name, gl.CLAMP_TO_EDGE);
  }

  #upload(mesh: SceneMesh): UploadedMesh {
    const gl = this.#gl;
    const vertices = gl.createVertexArray();
    gl.bindVertexArray(vertices);
    const buffers: WebGLBuffer[] = [];
    const fill = (target: number, values: Float32Array<ArrayBuffer> | Uint32Array<ArrayBuffer>) => {
      const buffer = gl.createBuffer();
      buffers.push(buffer);
      gl.bindBuffer(target, buffer);
      gl.bufferData(target, values, gl.STATIC_DRAW);
    };
    for (const [attribute, values] of [
      ['position', mesh.positions],
      ['normal', mesh.normals],
    ] as const) {
      const location = gl.getAttribLocation(this.program, attribute);
      fill(gl.ARRAY_BUFFER, values);
      gl.enableVertexAttribArray(location);
      gl.vertexAttribPointer(location, 3, gl.FLOAT, false, 0, 0);
    }
    fill(gl.ELEMENT_ARRAY_BUFFER, mesh.triangles);
    gl.bindVertexArray(null);
    return { mesh, vertices, buffers };
  }
}
