import type { ReactNode } from 'react';
import type { AnnotationsStore } from '../annotations/annotations-store.ts';
import type { KeyViews } from '../output/key-views.ts';
import type { Series, Study } from '../study/study.ts';
import type { ViewerSession } from '../study/viewer-session.ts';

/** Props of the two viewers: volumes (`cbct/`) and pictures (`picture/`). */
export interface SeriesViewerProps<Shown extends Series> {
  session: ViewerSession;
  study: Study;
  series: Shown;
  annotations: AnnotationsStore;
  keyViews: KeyViews;
  /** Renders the header with the viewer's own options in it. */
  header: (options: ReactNode) => ReactNode;
  onFailed: (reason: unknown) => void;
}
