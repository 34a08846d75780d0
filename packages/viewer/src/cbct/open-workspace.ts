import { dot } from '@snimok/imaging/panorama/plane';
import type { Session, Study, VolumeOf } from '../viewer-session.ts';
import type { Vec3 } from '../geometry/vectors.ts';
import type { Annotation } from '../annotations/annotation.ts';
import { inUnits } from '../annotations/annotation.ts';
import type { AnnotationsStore } from '../annotations/annotations-store.ts';
import { Store } from '../store.ts';
import { levelPlacement, loadVolume } from '../volume/load-volume.ts';
import { fromPatient, type Placement } from '../volume/placement.ts';
import { VolumeDesk } from '../volume/volume-client.ts';
import type { Workspace } from './workspace.ts';
import { type ArchDrawn, type CbctState, freshViews, usualArch } from './state.ts';

/** What a 4 GB machine and a phone can hold beside everything else; above it the half volume is taken. */
const SMALL_DEVICE_GB = 4;

export function isSmallDevice(): boolean {
  const memory = (navigator as { deviceMemory?: number }).deviceMemory;
  const isPhone = matchMedia('(pointer: coarse)').matches && Math.min(screen.width, screen.height) < 600;
  return isPhone || (memory !== undefined && memory <= SMALL_DEVICE_GB);
}

/** The finest volume that this device can hold. */
export const levelFor = ({ levels }: VolumeOf, small: boolean) =>
  (small ? levels.find(({ level }) => level === 'half') : undefined) ?? levels.at(-1);

interface Opening {
  session: Session;
  study: Study;
  series: VolumeOf;
  marks: AnnotationsStore;
  small: boolean;
  onFailed: (reason: unknown) => void;
}

/** Sets the tools out and begins to load; `close` stops everything. */
export function openWorkspace(opening: Opening): { bench: Workspace; close: () => void } {
  const { session, study, series, marks, small, onFailed } = opening;
  const level = levelFor(series, small);
  if (!level) throw new Error('a volume without levels');
  const placement = levelPlacement(series, level);
  const desk = new VolumeDesk(placement, onFailed);
  const stop = new AbortController();
  const arch = archOf(study, series, placement);
  const state = new Store<CbctState>(beginning(placement, series, arch));
  const bench: Workspace = {
    study,
    series,
    level: level.level,
    desk,
    state,
    marks,
    finished: (mark) => measure(mark, bench),
  };
  const lookedAt = () => Math.round(state.get().cursor[2] / placement.spacingMm[2]);
  loadVolume({ session, series, level, desk, signal: stop.signal, lookedAt }).catch((reason) => {
    if (!stop.signal.aborted) onFailed(reason);
  });
  return {
    bench,
    close: () => {
      stop.abort();
      desk.close();
    },
  };
}

function beginning(placement: Placement, series: VolumeOf, arch: ArchDrawn): CbctState {
  return {
    cursor: arch.known ? startOn(arch, placement) : middleOf(placement),
    tone: { ...series.window, inverted: series.inverted },
    tool: 'cross',
    layout: 'four',
    fourth: 'panorama',
    single: 'axial',
    slabMm: 0,
    blend: 'mean',
    views: freshViews(),
    arch,
    kept: arch,
    editing: false,
    dragging: false,
    panoramaSlabMm: 10,
    sectionStepMm: 2,
  };
}

const middleOf = ({ size, spacingMm }: Placement): Vec3 => [
  Math.floor(size[0] / 2) * spacingMm[0],
  Math.floor(size[1] / 2) * spacingMm[1],
  Math.floor(size[2] / 2) * spacingMm[2],
];

/** Where teeth are: at the height of the bite, in the middle of the volume's width. */
function startOn({ points, plane }: ArchDrawn, { size, spacingMm }: Placement): Vec3 {
  const [u, v] = points[Math.floor(points.length / 4)] ?? [0, 0];
  return [0, 1, 2].map((axis) => {
    const mm = plane.originMm[axis]! + plane.left[axis]! * u + plane.back[axis]! * v;
    const step = spacingMm[axis]!;
    return Math.min(size[axis]! - 1, Math.max(0, Math.round(mm / step))) * step;
  }) as unknown as Vec3;
}

/** The portal's arch in this volume's millimetres, or an average one to begin with. */
function archOf({ panorama }: Study, series: VolumeOf, placement: Placement): ArchDrawn {
  const known = panorama?.arch;
  const isHere = (panorama?.volume?.seriesInstanceUID ?? null) === series.seriesInstanceUID;
  if (!known || !isHere || known.points.length < 3)
    return { ...usualArch(middleOf(placement)), version: known?.version ?? null };
  const { directions } = placement;
  const turn = (way: Vec3): [number, number, number] => [
    dot([...way], [...directions[0]]),
    dot([...way], [...directions[1]]),
    dot([...way], [...directions[2]]),
  ];
  const [x, y, z] = fromPatient(placement, known.plane.originMm);
  const plane = {
    originMm: [x, y, z] as [number, number, number],
    left: turn(known.plane.left),
    back: turn(known.plane.back),
    up: turn(known.plane.up),
  };
  const points = known.points.map((point) => {
    const from = fromPatient(placement, point).map((mm, axis) => mm - plane.originMm[axis]!) as [
      number,
      number,
      number,
    ];
    return [dot(from, plane.left), dot(from, plane.back)] as const;
  });
  return { points, plane, version: known.version, known: true, changed: false };
}

const PROBE_RADIUS_MM = 0.5;

/** A probe tells the mean about its point, and how far the values go. */
function measure(mark: Annotation, { desk, marks }: Workspace): void {
  const [point] = mark.points;
  if (mark.kind !== 'probe' || !point) return;
  const at = fromPatient(desk.placement, point);
  desk.ask(`probe ${mark.markID}`, 'probe', { at, radiusMm: PROBE_RADIUS_MM }, ({ mean, least, most }) => {
    marks.put({ ...mark, text: `${inUnits(mean)} (${inUnits(least)}…${inUnits(most)})` }, false);
  });
}
