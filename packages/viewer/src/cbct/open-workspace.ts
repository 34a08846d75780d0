import type { Annotation } from '../annotations/annotation.ts';
import { IMPLANT } from '../annotations/annotation.ts';
import type { AnnotationsStore } from '../annotations/annotations-store.ts';
import { clamp, type Vec3 } from '../geometry/vectors.ts';
import { GENERIC_LINES } from '../planning/library.ts';
import { isNarrowScreen } from '../controls/use-narrow-screen.ts';
import { usualLayout } from './workspace/commands.ts';
import { Store } from '../state/store.ts';
import { newSceneStore } from '../scene/scene-state.ts';
import { SegmentationStore } from '../scene/segmentation-store.ts';
import type { Study, VolumeSeries } from '../study/study.ts';
import type { ViewerSession } from '../study/viewer-session.ts';
import { levelOf, openVolume } from '../volume/loading/open-volume.ts';
import { fromPatient, type Placement } from '../volume/voxels/placement.ts';
import { archOfStudy, centerOf } from './arch/arch-of-study.ts';
import { readFourthPane } from './workspace/fourth-pane.ts';
import { followJawArches } from './arch/jaw-arches.ts';
import { followLevelling } from './levelling/levelling.ts';
import { openPoster } from './workspace/poster.ts';
import { initialModes, type ModesState } from './workspace/reading-modes-state.ts';
import { keepSettings, keptSettings, type ReadingSettings } from './workspace/reading-settings.ts';
import { type CbctState, type EditableArch, initialViewports } from './workspace/state.ts';
import { PROBE_RADIUS_MM, probeText } from './panes/probe-text.ts';
import { traceCanal } from './implant-plan/trace-canal.ts';
import { showHead } from './workspace/show-head.ts';
import type { Workspace } from './workspace/workspace.ts';

/** A phone or a computer with this much memory cannot keep a full volume besides everything else. */
const SMALL_DEVICE_GB = 4;

export function isSmallDevice(): boolean {
  const memory = (navigator as { deviceMemory?: number }).deviceMemory;
  const isPhone = matchMedia('(pointer: coarse)').matches && Math.min(screen.width, screen.height) < 600;
  return isPhone || (memory !== undefined && memory <= SMALL_DEVICE_GB);
}

interface OpenOptions {
  session: ViewerSession;
  study: Study;
  series: VolumeSeries;
  annotations: AnnotationsStore;
  onFailed: (reason: unknown) => void;
}

interface OpenedWorkspace {
  workspace: Workspace;
  close: () => void;
}

/** Starts the workers and begins to load the volume; `close` stops both. */
export function openWorkspace(options: OpenOptions): OpenedWorkspace {
  const { session, series, onFailed } = options;
  const level = levelOf(series, isSmallDevice());
  const { volumeClient, load, close } = openVolume({ session, series, level, onFailed });
  const opened = workspaceOf({ ...options, level: level.level, volumeClient, joined: undefined });
  const { placement } = volumeClient;
  load(() => Math.round(opened.workspace.state.get().cursor[2] / placement.spacingMm[2]));
  return {
    workspace: opened.workspace,
    close: () => {
      opened.close();
      close();
    },
  };
}

type WorkspaceOptions = Omit<OpenOptions, 'onFailed'> & Pick<Workspace, 'level' | 'volumeClient' | 'joined'>;

/** The workspace of a volume whose worker runs; `close` ends what belongs to the workspace. */
export function workspaceOf(options: WorkspaceOptions): OpenedWorkspace {
  const { session, study, series, annotations, level, volumeClient, joined } = options;
  const { placement } = volumeClient;
  const arch = archOfStudy(study, series, placement);
  const state = new Store<CbctState>(initialState(placement, series, arch, keptSettings(session)));
  const poster = openPoster(study.poster, series, placement, state);
  const probes = openProbes(() => workspace);
  const workspace: Workspace = {
    session,
    study,
    series,
    level,
    joined,
    volumeClient,
    poster,
    state,
    scene: newSceneStore(),
    modes: new Store<ModesState>(initialModes()),
    annotations,
    // its surfaces are those of one scan
    segmentation: new SegmentationStore(joined ? undefined : session),
    onAnnotationFinished: (annotation) => {
      if (annotation.kind !== 'canal') return probes.measure(annotation);
      if (annotation.setPoints || state.get().findsCanals) traceCanal(workspace, annotation);
    },
  };
  const stopMeasuring = volumeClient.subscribe(probes.remeasure);
  const stopLevelling = followLevelling(workspace);
  const stopArches = followJawArches(workspace);
  const stopShowingHead = showHead(workspace);
  return {
    workspace,
    close: () => {
      keepSettings(session, state.get());
      annotations.history.forget(state);
      stopMeasuring();
      stopLevelling();
      stopArches();
      stopShowingHead();
    },
  };
}

function initialState(
  placement: Placement,
  series: VolumeSeries,
  arch: EditableArch,
  settings: ReadingSettings,
): CbctState {
  return {
    cursor: arch.isStored ? cursorOnArch(arch, placement) : centerOf(placement),
    displayWindow: { ...series.window, inverted: series.inverted },
    tool: 'crosshair',
    layout: usualLayout(),
    fourth: readFourthPane(),
    // a phone begins with the picture that shows most
    single: isNarrowScreen() && arch.isStored ? 'panorama' : 'axial',
    implant: firstImplant(),
    findsCanals: true,
    isChoosingImplant: false,
    isPlanOpened: false,
    areLayoutsOpened: false,
    slabMm: 0,
    blend: 'mean',
    viewports: initialViewports(),
    headViewports: {},
    frame: undefined,
    levelling: undefined,
    arch,
    storedArch: arch,
    jaw: 'both',
    commonArch: arch,
    editing: false,
    dragging: false,
    shownSections: [],
    ...settings,
  };
}

/** A common size, until the user chooses another. */
function firstImplant(): CbctState['implant'] {
  const [line] = GENERIC_LINES;
  const { diameterMm, lengthMm } = IMPLANT;
  return { product: line && { manufacturer: line.manufacturer, line: line.line }, diameterMm, lengthMm };
}

/** The voxel at the first quarter of the arch's control points, where there are teeth. */
function cursorOnArch({ points, plane }: EditableArch, { size, spacingMm }: Placement): Vec3 {
  const [u, v] = points[Math.floor(points.length / 4)] ?? [0, 0];
  return [0, 1, 2].map((axis) => {
    const mm = plane.originMm[axis]! + plane.left[axis]! * u + plane.back[axis]! * v;
    const step = spacingMm[axis]!;
    return clamp(Math.round(mm / step), 0, size[axis]! - 1) * step;
  }) as unknown as Vec3;
}

/**
 * Measures probes when they are finished, and those that were measured on the preview again when the full
 * volume has arrived.
 */
function openProbes(workspace: () => Workspace) {
  const provisional = new Set<string>();
  const remeasure = () => {
    const { volumeClient, annotations } = workspace();
    if (provisional.size === 0 || !volumeClient.isComplete) return;
    const found = annotations.get().own.filter(({ markID }) => provisional.has(markID));
    provisional.clear();
    for (const annotation of found) measureProbe(annotation, workspace());
  };
  const measure = (annotation: Annotation) => {
    if (!workspace().volumeClient.isComplete) provisional.add(annotation.markID);
    measureProbe(annotation, workspace());
  };
  return { measure, remeasure };
}

/** Writes the mean, minimum and maximum about a probe's point into its text. */
function measureProbe(annotation: Annotation, { volumeClient, annotations }: Workspace): void {
  const [point] = annotation.points;
  if (annotation.kind !== 'probe' || !point) return;
  const request = { at: fromPatient(volumeClient.placement, point), radiusMm: PROBE_RADIUS_MM };
  volumeClient.request(`probe ${annotation.markID}`, 'probe', request, (response) => {
    annotations.put({ ...annotation, text: probeText(response) }, false);
  });
}
