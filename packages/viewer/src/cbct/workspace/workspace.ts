import type { Annotation } from '../../annotations/annotation.ts';
import type { AnnotationsStore } from '../../annotations/annotations-store.ts';
import type { Store } from '../../state/store.ts';
import type { Level, Study, VolumeSeries } from '../../study/study.ts';
import type { ViewerSession } from '../../study/viewer-session.ts';
import type { VolumeClient } from '../../volume/worker/volume-client.ts';
import type { SceneState } from '../../scene/scene-state.ts';
import type { SegmentationStore } from '../../scene/segmentation-store.ts';
import type { ModesState } from './reading-modes-state.ts';
import type { PosterState } from './poster.ts';
import type { CbctState } from './state.ts';

/** The state that the panes and controls of one opened volume share. */
export interface Workspace {
  session: ViewerSession;
  study: Study;
  series: VolumeSeries;
  /** the finest level that fits into this device's memory */
  level: Level['level'];
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
