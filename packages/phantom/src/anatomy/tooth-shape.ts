import { TISSUE } from './anatomy.ts';
import type { ToothKind } from './teeth.ts';

/** A point in a tooth: depth below the surface in mm (negative outside) and density. */
export type ToothSample = { depthMm: number; density: number; isRoot: boolean };

/** Treatments visible in images: occlusal filling, metal crown, filled root canals. */
export type Treatment = 'none' | 'filling' | 'metal-crown' | 'root-canal';

const FURCATION = 0.28;
/** Depth of the occlusal fissures. */
const FISSURE_MM = 2;

/**
 * Samples a tooth in its own coordinates (mm): `along` the arch, `across` it (positive towards the cheek),
 * `down` from the tip of the crown to the apex. Distances are measured perpendicular to the long axis, where
 * cross-sections are ellipses. Overwrites and returns the given sample, because it runs about ten million
 * times per volume.
 */
export function toothAt(
  kind: ToothKind,
  treatment: Treatment,
  sample: ToothSample,
  along: number,
  across: number,
  down: number,
): ToothSample {
  const inCrown = down < kind.crown;
  sample.isRoot = !inCrown;
  if (inCrown) crownAt(kind, treatment, sample, along, across, down);
  else rootsAt(kind, treatment, sample, along, across, down - kind.crown);
  return sample;
}

function crownAt(
  kind: ToothKind,
  treatment: Treatment,
  sample: ToothSample,
  along: number,
  across: number,
  down: number,
): void {
  const t = down / kind.crown;
  const halfWidth = (kind.width / 2) * crownWidth(kind, t);
  const halfDepth = (kind.depth / 2) * crownDepth(kind, t);
  const u = along / halfWidth;
  const v = across / halfDepth;
  const ring =
    kind.form === 'molar' || kind.form === 'premolar'
      ? Math.sqrt(Math.hypot(u * u, v * v))
      : Math.hypot(u, v);
  const side = (1 - ring) * Math.min(halfWidth, halfDepth);
  const top = down - surfaceAt(kind, along, across);
  const depth = Math.min(side, top);
  sample.depthMm = depth;
  const enamel = 0.15 + 1.75 * (1 - t) ** 0.7;
  sample.density = depth < enamel ? TISSUE.enamel : TISSUE.dentine;
  const pulpWidth = 0.3 * halfWidth;
  const pulpDepth = 0.26 * halfDepth;
  const inPulp = t > pulpTop(kind) && Math.hypot(along / pulpWidth, across / pulpDepth) < 1;
  if (inPulp) sample.density = treatment === 'root-canal' ? TISSUE.gutta : TISSUE.pulp;
  if (treatment === 'metal-crown' && depth < 1.3) sample.density = TISSUE.metal;
  const inFilling = top < 3.2 && Math.abs(across) < kind.depth * 0.17 && along < kind.width * 0.26;
  if (treatment === 'filling' && inFilling && depth > 0) sample.density = TISSUE.metal;
}

const pulpTop = ({ form }: ToothKind) => (form === 'molar' ? 0.68 : 0.5);

/** Half width relative to the maximum, from the tip (0) to the neck (1); the maximum is the contact point. */
function crownWidth({ form }: ToothKind, t: number): number {
  if (form === 'canine') return t < 0.35 ? 0.35 + 0.65 * Math.sqrt(t / 0.35) : 1 - 0.28 * (t - 0.35);
  if (form === 'incisor') return t < 0.12 ? 0.9 + t * 0.8 : 1 - 0.3 * (t - 0.12) ** 1.2;
  return t < 0.3 ? 0.86 + 0.14 * Math.sqrt(t / 0.3) : 1 - 0.24 * ((t - 0.3) / 0.7) ** 1.5;
}

/** Front teeth are wedge-shaped: thin at the incisal edge, deep at the neck. */
function crownDepth({ form }: ToothKind, t: number): number {
  if (form === 'incisor' || form === 'canine')
    return 0.2 + 0.72 * Math.sin((Math.min(t, 0.8) / 0.8) * (Math.PI / 2));
  return t < 0.45 ? 0.72 + 0.28 * Math.sqrt(t / 0.45) : 1 - 0.14 * ((t - 0.45) / 0.55) ** 2;
}

/** Depth of the occlusal surface below the cusp tips: two rows of cusps, each of two cusps in molars. */
function surfaceAt({ form, width, depth }: ToothKind, along: number, across: number): number {
  if (form === 'canine') return Math.abs(along) * 0.45;
  if (form === 'incisor') return 0.15 * Math.abs(along);
  const acrossGroove = groove(across / (depth / 2));
  if (form === 'premolar') return FISSURE_MM * acrossGroove;
  return FISSURE_MM * (0.65 * acrossGroove + 0.45 * groove(along / (width / 2)));
}

/** 1 in the central groove, 0 on the cusps at 0.55, rising again towards the edge. */
const groove = (part: number) => {
  const fromCusp = Math.abs(part) / 0.55 - 1;
  return fromCusp * fromCusp;
};

function rootsAt(
  kind: ToothKind,
  treatment: Treatment,
  sample: ToothSample,
  along: number,
  across: number,
  below: number,
): void {
  const t = below / kind.root;
  const neckWidth = (kind.width / 2) * crownWidth(kind, 1);
  const neckDepth = (kind.depth / 2) * crownDepth(kind, 1);
  const canal =
    kind.roots.length > 1
      ? severalRootsAt(kind.roots, sample, along, across, t, neckWidth, neckDepth)
      : singleRootAt(sample, along, across, t, neckWidth, neckDepth);
  const beyondApex = (t - 1) * kind.root;
  if (beyondApex > 0) sample.depthMm = Math.min(sample.depthMm, -beyondApex);
  // A root canal is widened before it is filled.
  const filled = treatment === 'root-canal' && t < 0.93;
  const inCanal = t < 0.97 && canal < (filled ? 0.25 : 0);
  sample.density = !inCanal ? TISSUE.dentine : filled ? TISSUE.gutta : TISSUE.pulp;
}

/**
 * Sets the depth at `t`, which is 0 at the neck and 1 at the apex. Returns the distance from the wall of the root canal,
 * negative inside.
 */
function singleRootAt(
  sample: ToothSample,
  along: number,
  across: number,
  t: number,
  neckWidth: number,
  neckDepth: number,
): number {
  const taper = rootTaper(t);
  const ring = Math.hypot(along / (neckWidth * taper), across / (neckDepth * taper));
  sample.depthMm = (1 - ring) * Math.min(neckWidth, neckDepth) * taper;
  return Math.hypot(along, across) - 0.62 * (1 - 0.7 * t);
}

/** As `singleRootAt`, for several roots, which form one trunk above the furcation. */
function severalRootsAt(
  roots: ToothKind['roots'],
  sample: ToothSample,
  along: number,
  across: number,
  t: number,
  neckWidth: number,
  neckDepth: number,
): number {
  let depth = Number.NEGATIVE_INFINITY;
  let canal = Number.POSITIVE_INFINITY;
  if (t < FURCATION) {
    const intoRoots = t / FURCATION;
    const taper = 1 - 0.12 * t;
    const ring = Math.hypot(along / (neckWidth * taper), across / (neckDepth * taper));
    const trunk = (1 - ring) * Math.min(neckWidth, neckDepth) * taper;
    // The furcation is saddle-shaped: the trunk ends first in its centre.
    depth = ring < 0.5 ? trunk - Math.max(0, intoRoots - 0.75) * 8 : trunk;
    canal = Math.hypot(along, across) - 0.9 * (1 - intoRoots);
  }
  if (t > FURCATION * 0.6) {
    for (const root of roots) {
      const spread = 1 + 0.22 * Math.sin(Math.min(t, 1) * 2.4);
      const u = along - root.along * neckWidth * spread - 1.1 * t * t;
      const v = across - root.across * neckDepth * spread;
      const taper = rootTaper(t);
      const halfWidth = neckWidth * root.halfWidth * taper;
      const halfDepth = neckDepth * root.halfDepth * taper;
      const inside = (1 - Math.hypot(u / halfWidth, v / halfDepth)) * Math.min(halfWidth, halfDepth);
      if (inside > depth) depth = inside;
      canal = Math.min(canal, Math.hypot(u, v * 0.6) - 0.42 * (1 - 0.6 * t));
    }
  }
  sample.depthMm = depth;
  return canal;
}

/** Tapers slowly and ends in a blunt apex. */
const rootTaper = (t: number) => Math.max(0.05, Math.sqrt(Math.max(0, 1 - 0.55 * t - 0.43 * t ** 5)));
