/** One triangle that covers the whole canvas. */
export const VERTEX = `#version 300 es
out vec2 position;
void main() {
  vec2 corner = vec2(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0);
  position = corner;
  gl_Position = vec4(corner, 0.0, 1.0);
}`;

/**
 * One ray per pixel, from front to back (M. Levoy, Display of Surfaces from Volume Data, 1988). Values below
 * the threshold are transparent. Above it, opacity grows with the value and its gradient; the light comes
 * from the viewer, slightly from above.
 */
export const FRAGMENT = `#version 300 es
precision highp float;
precision highp sampler3D;
in vec2 position;
out vec4 color;
uniform sampler3D voxels;
uniform mat3 camera;
uniform vec3 extent;
uniform vec2 half_view;
uniform vec2 pan;
uniform float threshold;
uniform float step_length;

float density(vec3 at) { return texture(voxels, at / extent + 0.5).r; }

void main() {
  vec2 screen = position * half_view - pan;
  vec3 towards = camera[2];
  float far = length(extent);
  vec3 origin = camera[0] * screen.x + camera[1] * screen.y + towards * far;
  vec3 ray = -towards;
  vec3 safe = mix(vec3(1e-6), ray, step(vec3(1e-6), abs(ray)));
  vec3 one = (-0.5 * extent - origin) / safe;
  vec3 two = (0.5 * extent - origin) / safe;
  vec3 nearest = min(one, two);
  vec3 farthest = max(one, two);
  float begin = max(max(nearest.x, nearest.y), nearest.z);
  float end = min(min(farthest.x, farthest.y), farthest.z);
  if (begin >= end) { color = vec4(0.0, 0.0, 0.0, 1.0); return; }
  vec3 light = normalize(towards + 0.35 * camera[1] - 0.25 * camera[0]);
  vec3 sum = vec3(0.0);
  float left = 1.0;
  float jitter = fract(sin(dot(gl_FragCoord.xy, vec2(12.9898, 78.233))) * 43758.5453);
  for (float along = begin + jitter * step_length; along < end; along += step_length) {
    vec3 at = origin + ray * along;
    float value = density(at);
    float over = smoothstep(threshold, threshold + 0.1, value);
    if (over <= 0.0) continue;
    float d = step_length;
    vec3 slope = vec3(
      density(at + vec3(d, 0, 0)) - density(at - vec3(d, 0, 0)),
      density(at + vec3(0, d, 0)) - density(at - vec3(0, d, 0)),
      density(at + vec3(0, 0, d)) - density(at - vec3(0, 0, d)));
    float steep = length(slope);
    vec3 normal = steep > 1e-4 ? -slope / steep : towards;
    float facing = max(dot(normal, light), 0.0);
    float shine = pow(facing, 24.0) * 0.25;
    vec3 bone = mix(vec3(0.78, 0.68, 0.55), vec3(0.98, 0.96, 0.9), smoothstep(0.45, 0.8, value));
    vec3 lit = bone * (0.28 + 0.75 * facing) + shine;
    float opacity = clamp(over * (0.35 + steep * 4.0), 0.0, 1.0);
    sum += left * opacity * lit;
    left *= 1.0 - opacity;
    if (left < 0.03) break;
  }
  color = vec4(sum, 1.0);
}`;
