import { MOST_HALF_SPACES } from './clipping.ts';
import { LEAST_AIR_MM, SOFTNESS } from './tissues.ts';

/** One triangle that covers the whole canvas. */
export const VOLUME_VERTEX = `#version 300 es
out vec2 position;
void main() {
  vec2 corner = vec2(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0);
  position = corner;
  gl_Position = vec4(corner, 0.0, 1.0);
}`;

const number = (value: number) => value.toFixed(4);

/**
 * One ray per pixel, from front to back (M. Levoy, Display of Surfaces from Volume Data, 1988). It ends at the opaque
 * mesh that was drawn at this pixel before, and passes a translucent one on the way. The light comes from the viewer,
 * slightly from above. Opacities are those of a length of 0.4 mm, so that they do not depend on the resolution.
 */
export const VOLUME_FRAGMENT = `#version 300 es
precision highp float;
precision highp sampler2D;
precision highp sampler3D;
in vec2 position;
out vec4 color;
uniform sampler3D voxels;
uniform sampler2D solid_color;
uniform sampler2D solid_depth;
uniform sampler2D glass_color;
uniform sampler2D glass_depth;
uniform mat3 camera;
uniform vec3 middle;
uniform vec2 half_view;
uniform vec2 pan;
uniform float reach;
uniform vec3 texture_scale;
uniform vec3 texture_shift;
uniform vec3 low;
uniform vec3 high;
uniform vec4 planes[${MOST_HALF_SPACES}];
uniform int plane_count;
uniform int method;
uniform float threshold;
uniform float opacity;
uniform vec3 thin_color;
uniform vec3 dense_color;
uniform vec2 ramp;
uniform float step_length;
uniform float voxel;

vec4 sum = vec4(0.0);

float density(vec3 at) { return texture(voxels, at * texture_scale + texture_shift).r; }
void add(vec3 added, float alpha) { sum += (1.0 - sum.a) * alpha * vec4(added, 1.0); }
float in_step(float alpha) { return 1.0 - pow(1.0 - min(alpha, 0.995), step_length / 0.4); }
vec3 color_of(float value) { return mix(thin_color, dense_color, smoothstep(ramp.x, ramp.y, value)); }

vec3 slope_at(vec3 at) {
  float d = voxel;
  return vec3(
    density(at + vec3(d, 0, 0)) - density(at - vec3(d, 0, 0)),
    density(at + vec3(0, d, 0)) - density(at - vec3(0, d, 0)),
    density(at + vec3(0, 0, d)) - density(at - vec3(0, 0, d))) * (0.4 / d);
}

vec3 lit(vec3 base, vec3 normal, vec3 towards) {
  vec3 light = normalize(towards + 0.35 * camera[1] - 0.25 * camera[0]);
  float facing = max(dot(normal, light), 0.0);
  return base * (0.28 + 0.75 * facing) + pow(facing, 24.0) * 0.25;
}

void main() {
  vec3 towards = camera[2];
  vec3 ray = -towards;
  vec2 screen = position * half_view - pan;
  vec3 origin = middle + camera[0] * screen.x + camera[1] * screen.y + towards * reach;
  ivec2 pixel = ivec2(gl_FragCoord.xy);
  float solid_at = texelFetch(solid_depth, pixel, 0).r * 2.0 * reach;
  vec4 solid = texelFetch(solid_color, pixel, 0);
  float glass_at = texelFetch(glass_depth, pixel, 0).r * 2.0 * reach;
  vec4 glass = texelFetch(glass_color, pixel, 0);

  vec3 safe = mix(vec3(1e-6), ray, step(vec3(1e-6), abs(ray)));
  vec3 one = (low - origin) / safe;
  vec3 two = (high - origin) / safe;
  vec3 nearest = min(one, two);
  vec3 farthest = max(one, two);
  float begin = max(max(nearest.x, nearest.y), nearest.z);
  float end = min(min(farthest.x, farthest.y), farthest.z);
  bool is_cut = false;
  float entry = 0.0;
  for (int at = 0; at < plane_count; at += 1) {
    float height = dot(planes[at].xyz, origin) - planes[at].w;
    float rate = dot(planes[at].xyz, ray);
    if (abs(rate) < 1e-7) { if (height > 0.0) end = -1.0; }
    else if (rate > 0.0) end = min(end, -height / rate);
    else entry = max(entry, -height / rate);
  }
  if (entry > begin) { begin = entry; is_cut = true; }
  // a solid that the planes have opened
  if (solid.a > 0.25 && solid.a < 0.75 && entry > 0.0) solid_at = min(solid_at, entry);
  end = min(end, solid_at);
  bool is_glass_ahead = glass.a > 0.0 && glass_at < solid_at;

  float densest = 0.0;
  if (begin < end && method >= 0) {
    float value = density(origin + ray * begin);
    if (is_cut && method == 0 && value > threshold) {
      float grey = 0.25 + 0.75 * smoothstep(threshold, 0.9, value);
      add(vec3(grey, grey * 0.97, grey * 0.9), 0.97 * opacity);
    }
    bool was_air = is_cut ? value < threshold : true;
    float air_from = -1.0;
    vec3 wall = vec3(0.0);
    float jitter = fract(sin(dot(gl_FragCoord.xy, vec2(12.9898, 78.233))) * 43758.5453);
    for (float along = begin + jitter * step_length; along < end; along += step_length) {
      if (is_glass_ahead && along > glass_at) { add(glass.rgb, glass.a); is_glass_ahead = false; }
      vec3 at = origin + ray * along;
      value = density(at);
      if (method == 2) { densest = max(densest, value); continue; }
      if (method == 1) {
        bool is_air = value < threshold;
        if (is_air && !was_air) {
          air_from = along;
          vec3 slope = slope_at(at);
          float steep = length(slope);
          wall = lit(thin_color, steep > 1e-4 ? slope / steep : towards, towards);
        } else if (!is_air && was_air && air_from >= 0.0) {
          if (along - air_from >= ${number(LEAST_AIR_MM)}) add(wall, opacity);
          air_from = -1.0;
        }
        was_air = is_air;
      } else {
        float over = smoothstep(threshold, threshold + ${number(SOFTNESS)}, value);
        if (over <= 0.0) continue;
        vec3 slope = slope_at(at);
        float steep = length(slope);
        vec3 normal = steep > 1e-4 ? -slope / steep : towards;
        add(lit(color_of(value), normal, towards), in_step(over * (0.35 + steep * 5.0) * opacity * opacity));
      }
      if (sum.a > 0.97) break;
    }
  }
  if (is_glass_ahead) add(glass.rgb, glass.a);
  vec3 behind = solid_at < 2.0 * reach ? solid.rgb : vec3(0.0);
  float bright = clamp((densest - threshold) / max(0.02, 1.0 - threshold), 0.0, 1.0) * opacity;
  vec3 shown = sum.rgb + (1.0 - min(1.0, sum.a / 0.97)) * behind;
  color = vec4(method == 2 ? mix(shown, vec3(1.0), bright) : shown, 1.0);
}`;

export const MESH_VERTEX = `#version 300 es
in vec3 position;
in vec3 normal;
uniform mat3 camera;
uniform vec3 middle;
uniform vec2 half_view;
uniform vec2 pan;
uniform float reach;
out vec3 facing;
out vec3 at;
void main() {
  at = position;
  vec3 seen = transpose(camera) * (position - middle);
  facing = transpose(camera) * normal;
  gl_Position = vec4((seen.xy + pan) / half_view, -seen.z / reach, 1.0);
}`;

/**
 * A surface that is seen from inside, because a clipping plane has opened it, has one shade, and half the opacity in
 * the texture. Where it is the first thing on a ray, the ray begins inside a solid, and the section is drawn on the
 * plane.
 */
export const MESH_FRAGMENT = `#version 300 es
precision highp float;
in vec3 facing;
in vec3 at;
uniform vec4 color;
uniform vec4 planes[${MOST_HALF_SPACES}];
uniform int plane_count;
out vec4 shown;
void main() {
  for (int each = 0; each < plane_count; each += 1)
    if (dot(planes[each].xyz, at) > planes[each].w) discard;
  vec3 light = normalize(vec3(-0.25, 0.35, 1.0));
  float bright = abs(dot(normalize(facing), light));
  vec3 lit = color.rgb * (0.3 + 0.7 * bright) + pow(bright, 24.0) * 0.12;
  shown = gl_FrontFacing ? vec4(lit, color.a) : vec4(color.rgb * 0.8, color.a < 1.0 ? color.a : 0.5);
}`;
