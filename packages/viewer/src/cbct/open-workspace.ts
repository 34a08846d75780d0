import { dot } from '@snimok/imaging/panorama/plane';
import type { ViewerSession, Study, VolumeSeries } from '../viewer-session.ts';
import type { Vec3 } from '../geometry/vectors.ts';
import type { Annotation } from '../annotations/annotation.ts';
import { inUnits } from '../annotations/annotation.ts';
import type { AnnotationsStore } from '../annotations/annotations-store.ts';
import { Store } from '../store.ts';
import { placementOfLevel, loadVolume } from '../volume/load-volume.ts';
import { fromPatient, type Placement } from '../volume/placement.ts';
import { VolumeClient } from '../volume/volume-client.ts';
import type { Workspace } from './workspace.ts';
import { type EditableArch, type CbctState, initialViewports, averageArch } from './state.ts';

/** What a 4 GB machine and a phone can hold beside everything else; above it the half volume is taken. */
const SMALL_DEVICE_GB = 4;

export function isSmallDevice(): boolean {
  const memory = (navigator as { deviceMemory?: number }).deviceMemory;
  const isPhone = matchMedia('(pointer: coarse)').matches && Math.min(screen.width, screen.height) < 600;
  return isPhone || (memory !== undefined && memory <= SMALL_DEVICE_GB);
}

/** The finest volume that this device can hold. */
export const levelFor = ({ levels }: VolumeSeries, small: boolean) =>
  (small ? levels.find(({ level }) => level === 'half') : undefined) ?? levels.at(-1);

interface Opening {
  session: ViewerSession;
  study: Study;
  series: VolumeSeries;
  annotations: AnnotationsStore;
  small: boolean;
  onFailed: (reason: unknown) => void;
}

/** Sets the tools out and begins to load; `close` stops everything. */
export function openWorkspace(opening: Opening): { workspace: Workspace; close: () => void } {
  const { session, study, series, annotations, small, onFailed } = opening;
  const level = levelFor(series, small);
  if (!level) throw new Error('a volume without levels');
  const placement = placementOfLevel(series, level);
  const volumeClient = new VolumeClient(placement, onFailed);
  const stop = new AbortController();
  const arch = archOf(study, series, placement);
  const state = new Store<CbctState>(initialState(placement, series, arch));
  const workspace: Workspace = {
    study,
    series,
    level: level.level,
    volumeClient,
    state,
    annotations,
    finished: (annotation) => measure(annotation, workspace),
  };
  const currentSlice = () => Math.round(state.get().cursor[2] / placement.spacingMm[2]);
  loadVolume({ session, series, level, volumeClient, signal: stop.signal, currentSlice }).catch((reason) => {
    if (!stop.signal.aborted) onFailed(reason);
  });
  return {
    workspace,
    close: () => {
      stop.abort();
      volumeClient.close();
    },
  };
}

function initialState(placement: Placement, series: VolumeSeries, arch: EditableArch): CbctState {
  return {
    cursor: arch.isStored ? cursorOnArch(arch, placement) : centerOf(placement),
    displayWindow: { ...series.window, inverted: series.inverted },
    tool: 'cross',
    layout: 'four',
    fourth: 'panorama',
    single: 'axial',
    slabMm: 0,
    blend: 'mean',
    viewports: initialViewports(),
    arch,
    storedArch: arch,
    editing: false,
    dragging: false,
    panoramaSlabMm: 10,
    crossSectionStepMm: 2,
  };
}

const centerOf = ({ size, spacingMm }: Placement): Vec3 => [
  Math.floor(size[0] / 2) * spacingMm[0],
  Math.floor(size[1] / 2) * spacingMm[1],
  Math.floor(size[2] / 2) * spacingMm[2],
];

/** Where teeth are: at the height of the bite, in the middle of the volume's width. */
function cursorOnArch({ points, plane }: EditableArch, { size, spacingMm }: Placement): Vec3 {
  const [u, v] = points[Math.floor(points.length / 4)] ?? [0, 0];
  return [0, 1, 2].map((axis) => {
    const mm = plane.originMm[axis]! + plane.left[axis]! * u + plane.back[axis]! * v;
    const step = spacingMm[axis]!;
    return Math.min(size[axis]! - 1, Math.max(0, Math.round(mm / step))) * step;
  }) as unknown as Vec3;
}

/** The portal's arch in this volume's millimetres, or an average one to begin with. */
function archOf({ panorama }: Study, series: VolumeSeries, placement: Placement): EditableArch {
  const isStored = panorama?.arch;
  const isHere = (panorama?.volume?.seriesInstanceUID ?? null) === series.seriesInstanceUID;
  if (!isStored || !isHere || isStored.points.length < 3)
    return { ...averageArch(centerOf(placement)), version: isStored?.version ?? null };
  const { directions } = placement;
  const turn = (way: Vec3): [number, number, number] => [
    dot([...way], [...directions[0]]),
    dot([...way], [...directions[1]]),
    dot([...way], [...directions[2]]),
  ];
  const [x, y, z] = fromPatient(placement, isStored.plane.originMm);
  const plane = {
    originMm: [x, y, z] as [number, number, number],
    left: turn(isStored.plane.left),
    back: turn(isStored.plane.back),
    up: turn(isStored.plane.up),
  };
  const points = isStored.points.map((point) => {
    const from = fromPatient(placement, point).map((mm, axis) => mm - plane.originMm[axis]!) as [
      number,
      number,
      number,
    ];
    return [dot(from, plane.left), dot(from, plane.back)] as const;
  });
  return { points, plane, version: isStored.version, isStored: true, changed: false };
}

const PROBE_RADIUS_MM = 0.5;

/** A probe tells the mean about its point, and how far the values go. */
function measure(annotation: Annotation, { volumeClient, annotations }: Workspace): void {
  const [point] = annotation.points;
  if (annotation.kind !== 'probe' || !point) return;
  const at = fromPatient(volumeClient.placement, point);
  volumeClient.request(
    `probe ${annotation.markID}`,
    'probe',
    { at, radiusMm: PROBE_RADIUS_MM },
    ({ mean, least, most }) => {
      annotations.put(
        { ...annotation, text: `${inUnits(mean)} (${inUnits(least)}…${inUnits(most)})` },
        false,
      );
    },
  );
}
