import type { AnnotationsStore } from '../../annotations/annotations-store.ts';
import type { Store } from '../../state/store.ts';
import type { PictureSeries, Study } from '../../study/study.ts';
import type { PictureState } from './state.ts';

/** The state that the components of an opened X-ray share. */
export interface PictureWorkspace {
  study: Study;
  series: PictureSeries;
  state: Store<PictureState>;
  annotations: AnnotationsStore;
  /** Saves the shown picture as a file; set by the pane. */
  save: () => void;
}
