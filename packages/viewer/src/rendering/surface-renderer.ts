import { linkProgram } from './link-program.ts';
import type { Vec2, Vec3 } from '../geometry/vectors.ts';
import type { Camera } from './camera.ts';
import type { SurfacePart } from './read-glb.ts';

const VERTEX = `#version 300 es
in vec3 position;
in vec3 normal;
uniform mat3 camera;
uniform vec3 middle;
uniform vec2 half_view;
uniform vec2 pan;
uniform float depth;
out vec3 facing;
void main() {
  vec3 at = transpose(camera) * (position - middle);
  facing = transpose(camera) * normal;
  gl_Position = vec4((at.xy + pan) / half_view, -at.z / depth, 1.0);
}`;

/** The light comes from the viewer, slightly from above; surfaces seen from inside are lit as well. */
const FRAGMENT = `#version 300 es
precision highp float;
in vec3 facing;
uniform vec4 colour;
out vec4 shown;
void main() {
  vec3 light = normalize(vec3(-0.25, 0.35, 1.0));
  float bright = abs(dot(normalize(facing), light));
  shown = vec4(colour.rgb * (0.25 + 0.75 * bright) + pow(bright, 24.0) * 0.15, colour.a);
}`;

interface SurfaceScene {
  camera: Camera;
  /** the point in the middle of the view, in the patient's millimetres */
  middle: Vec3;
  /** half of the visible width and height */
  halfViewMm: Vec2;
  panMm: Vec2;
  depthMm: number;
  hidden: ReadonlySet<string>;
}

interface UploadedPart {
  name: string;
  colour: SurfacePart['colour'];
  vertices: WebGLVertexArrayObject;
  count: number;
}

/** Draws the surfaces of a segmentation with WebGL2, opaque ones before translucent ones. */
export class SurfaceRenderer {
  #gl: WebGL2RenderingContext;
  #program: WebGLProgram;
  #parts: UploadedPart[];

  /** Undefined without WebGL2. */
  static create(canvas: HTMLCanvasElement, parts: readonly SurfacePart[]): SurfaceRenderer | undefined {
    const gl = canvas.getContext('webgl2', { antialias: true, alpha: false, preserveDrawingBuffer: true });
    const program = gl && linkProgram(gl, { vertex: VERTEX, fragment: FRAGMENT });
    return gl && program ? new SurfaceRenderer(gl, program, parts) : undefined;
  }

  private constructor(gl: WebGL2RenderingContext, program: WebGLProgram, parts: readonly SurfacePart[]) {
    this.#gl = gl;
    this.#program = program;
    this.#parts = parts
      .map((part) => this.#upload(part))
      .toSorted((one, other) => other.colour[3] - one.colour[3]);
  }

  draw({ camera, middle, halfViewMm, panMm, depthMm, hidden }: SurfaceScene): void {
    const gl = this.#gl;
    const at = (name: string) => gl.getUniformLocation(this.#program, name);
    gl.viewport(0, 0, gl.drawingBufferWidth, gl.drawingBufferHeight);
    gl.clearColor(0, 0, 0, 1);
    gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
    gl.enable(gl.DEPTH_TEST);
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA);
    gl.useProgram(this.#program);
    gl.uniformMatrix3fv(at('camera'), false, camera.flat());
    gl.uniform3f(at('middle'), ...middle);
    gl.uniform2f(at('half_view'), ...halfViewMm);
    gl.uniform2f(at('pan'), ...panMm);
    gl.uniform1f(at('depth'), depthMm);
    for (const { name, colour, vertices, count } of this.#parts) {
      if (hidden.has(name)) continue;
      gl.uniform4f(at('colour'), ...colour);
      gl.bindVertexArray(vertices);
      gl.drawElements(gl.TRIANGLES, count, gl.UNSIGNED_INT, 0);
    }
  }

  close(): void {
    this.#gl.getExtension('WEBGL_lose_context')?.loseContext();
  }

  #upload({ name, colour, positions, normals, triangles }: SurfacePart): UploadedPart {
    const gl = this.#gl;
    const vertices = gl.createVertexArray();
    gl.bindVertexArray(vertices);
    for (const [attribute, values] of [
      ['position', positions],
      ['normal', normals],
    ] as const) {
      const location = gl.getAttribLocation(this.#program, attribute);
      gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
      gl.bufferData(gl.ARRAY_BUFFER, values, gl.STATIC_DRAW);
      gl.enableVertexAttribArray(location);
      gl.vertexAttribPointer(location, 3, gl.FLOAT, false, 0, 0);
    }
    gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, gl.createBuffer());
    gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, triangles, gl.STATIC_DRAW);
    return { name, colour, vertices, count: triangles.length };
  }
}
