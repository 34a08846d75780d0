import type { ComponentType } from 'react';
import type { Annotation } from '../../annotations/annotation.ts';
import type { AnnotationsStore } from '../../annotations/annotations-store.ts';
import type { Surface } from '../../geometry/surface.ts';
import type { Projection } from '../../geometry/viewport.ts';
import type { Store } from '../../state/store.ts';
import type { Level, Study, VolumeSeries } from '../../study/study.ts';
import type { ViewerSession } from '../../study/viewer-session.ts';
import type { VolumeClient } from '../../volume/worker/volume-client.ts';
import type { SceneState } from '../../scene/scene-state.ts';
import type { SegmentationStore } from '../../scene/segmentation-store.ts';
import type { ModesState } from './reading-modes-state.ts';
import type { PosterState } from './poster.ts';
import type { CbctState } from './state.ts';

/** A volume that was joined of two scans: what its pictures say about that. */
export interface JoinedScans {
  /** the lines of the caption on each picture, of which a small pane shows the first one */
  captions: readonly string[];
  /** where it is kept, how large its voxels are */
  note: string;
  /** the borders of the scans, drawn on the surface of a pane */
  Borders: ComponentType<{ surface: Surface; projection: Projection }>;
}

/** The state that the panes and controls of one opened volume share. */
export interface Workspace {
  session: ViewerSession;
  study: Study;
  series: VolumeSeries;
  /** the finest level that fits into this device's memory */
  level: Level['level'];
  /** undefined for the volume of one series */
  joined: JoinedScans | undefined;
  volumeClient: VolumeClient;
  /** pictures for the panes until the first voxels arrive */
  poster: Store<PosterState>;
  state: Store<CbctState>;
  /** how the 3D view shows the volume */
  scene: Store<SceneState>;
  modes: Store<ModesState>;
  annotations: AnnotationsStore;
  segmentation: SegmentationStore;
  /** Called when all points of an annotation are set: measures the values at a probe, traces a canal. */
  onAnnotationFinished: (annotation: Annotation) => void;
}
