/** A WebGL2 program of these shaders; undefined if the driver cannot compile or link them. */
export function linkProgram(
  gl: WebGL2RenderingContext,
  shaders: { vertex: string; fragment: string },
): WebGLProgram | undefined {
  const program = gl.createProgram();
  for (const [kind, text] of [
    [gl.VERTEX_SHADER, shaders.vertex],
    [gl.FRAGMENT_SHADER, shaders.fragment],
  ] as const) {
    const shader = gl.createShader(kind);
    if (!shader) return undefined;
    gl.shaderSource(shader, text);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
  }
  gl.linkProgram(program);
  return gl.getProgramParameter(program, gl.LINK_STATUS) ? program : undefined;
}
