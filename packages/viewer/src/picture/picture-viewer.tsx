import { useMediaQuery } from '@mantine/hooks';
import { IconQuestionMark } from '@tabler/icons-react';
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import type { PictureSeries, ViewerSession, Study } from '../viewer-session.ts';
import type { AnnotationsStore } from '../annotations/annotations-store.ts';
import type { PaneImage } from '../pane/pane-renderer.ts';
import { HelpDialog } from '../shell/help-dialog.tsx';
import { Inspector } from '../shell/inspector.tsx';
import { AnnotationsMenu } from '../shell/annotations-menu.tsx';
import classes from '../shell/shell.module.css';
import { ToolButton } from '../shell/tool-button.tsx';
import { Store, useStore } from '../store.ts';
import { PicturePane } from './picture-pane.tsx';
import { PictureTools } from './picture-tools.tsx';
import { readPicture } from './read-picture.ts';
import { initialState, calibrationOf, type PictureState, scaleOf } from './state.ts';
import { HELP } from './tools.ts';
import { usePictureShortcuts } from './use-picture-shortcuts.ts';

interface PictureViewerProps {
  session: ViewerSession;
  study: Study;
  series: PictureSeries;
  annotations: AnnotationsStore;
  top: (options: ReactNode, narrow: boolean) => ReactNode;
  onFailed: (reason: unknown) => void;
}

/** All that the parts of an opened X-ray share. */
export interface PictureWorkspace {
  study: Study;
  series: PictureSeries;
  state: Store<PictureState>;
  annotations: AnnotationsStore;
  /** what is on the screen as a file; set by the pane */
  save: () => void;
}

/** X-rays and photographs: one at a time. */
export function PictureViewer({ session, study, series, annotations, top, onFailed }: PictureViewerProps) {
  const [workspace] = useState<PictureWorkspace>(() => {
    const first = series.frames[0];
    if (!first) throw new Error('a series without pictures');
    return {
      study,
      series,
      annotations,
      state: new Store<PictureState>(initialState(first)),
      save: () => undefined,
    };
  });
  const narrow = useMediaQuery('(max-width: 767px)', matchMedia('(max-width: 767px)').matches);
  const [help, setHelp] = useState(false);
  const toggleHelp = useCallback(() => setHelp((shown) => !shown), []);
  usePictureShortcuts(workspace, toggleHelp);
  const { frame: at } = useStore(workspace.state, (all) => all);
  const own = useStore(annotations, (all) => all.own);
  const grey = usePicture(session, series, at, onFailed);
  const frame = series.frames[at];
  const unitMm = frame && scaleOf(frame, calibrationOf(own, series.series, at));
  return (
    <>
      {top(
        <>
          <AnnotationsMenu
            annotations={annotations}
            unitMm={unitMm}
            onShow={(annotation) => {
              annotations.set({ selected: annotation.markID, shown: true });
              if (annotation.on === 'picture' && annotation.frame !== null)
                showFrame(workspace, annotation.frame);
            }}
          />
          <ToolButton
            icon={IconQuestionMark}
            label="Управление"
            shortcut="?"
            side="bottom"
            onClick={toggleHelp}
          />
        </>,
        narrow,
      )}
      <div className={classes.body}>
        <PictureTools workspace={workspace} />
        <div className={classes.stage}>
          <PicturePane workspace={workspace} grey={grey} unitMm={unitMm} />
          <Inspector annotations={annotations} />
        </div>
      </div>
      <HelpDialog sections={HELP} opened={help} onClose={() => setHelp(false)} />
    </>
  );
}

export function showFrame({ state, series }: PictureWorkspace, at: number): void {
  const frame = series.frames[at];
  if (frame && at !== state.get().frame) state.set({ ...initialState(frame, at), tool: state.get().tool });
}

/** The last one stays until the next has come. */
function usePicture(
  session: ViewerSession,
  series: PictureSeries,
  at: number,
  onFailed: (reason: unknown) => void,
) {
  const [picture, setPicture] = useState<{ at: number; grey: PaneImage }>();
  useEffect(() => {
    const stop = new AbortController();
    readPicture(session, series, at, stop.signal).then(
      (grey) => stop.signal.aborted || setPicture({ at, grey }),
      (reason) => stop.signal.aborted || onFailed(reason),
    );
    return () => stop.abort();
  }, [session, series, at, onFailed]);
  return picture?.at === at ? picture.grey : undefined;
}
