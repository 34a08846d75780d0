import { useMediaQuery } from '@mantine/hooks';
import { IconQuestionMark } from '@tabler/icons-react';
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import type { PicturesOf, Session, Study } from '../viewer-session.ts';
import type { AnnotationsStore } from '../annotations/annotations-store.ts';
import type { Grey } from '../pane/pane-renderer.ts';
import { HelpSheet } from '../shell/help-dialog.tsx';
import { Inspector } from '../shell/inspector.tsx';
import { AnnotationsMenu } from '../shell/annotations-menu.tsx';
import classes from '../shell/shell.module.css';
import { ToolButton } from '../shell/tool-button.tsx';
import { Store, useStore } from '../store.ts';
import { PicturePane } from './picture-pane.tsx';
import { PictureTools } from './picture-tools.tsx';
import { readPicture } from './read-picture.ts';
import { beginning, calibrationOf, type PictureState, scaleOf } from './state.ts';
import { HELP } from './tools.ts';
import { usePictureShortcuts } from './use-picture-shortcuts.ts';

interface PictureViewerProps {
  session: Session;
  study: Study;
  series: PicturesOf;
  marks: AnnotationsStore;
  top: (options: ReactNode, narrow: boolean) => ReactNode;
  onFailed: (reason: unknown) => void;
}

/** All that the parts of an opened X-ray share. */
export interface Desk {
  study: Study;
  series: PicturesOf;
  state: Store<PictureState>;
  marks: AnnotationsStore;
  /** what is on the screen as a file; set by the pane */
  save: () => void;
}

/** X-rays and photographs: one at a time. */
export function PictureViewer({ session, study, series, marks, top, onFailed }: PictureViewerProps) {
  const [desk] = useState<Desk>(() => {
    const first = series.frames[0];
    if (!first) throw new Error('a series without pictures');
    return { study, series, marks, state: new Store<PictureState>(beginning(first)), save: () => undefined };
  });
  const narrow = useMediaQuery('(max-width: 767px)', matchMedia('(max-width: 767px)').matches);
  const [help, setHelp] = useState(false);
  const toggleHelp = useCallback(() => setHelp((shown) => !shown), []);
  usePictureShortcuts(desk, toggleHelp);
  const { frame: at } = useStore(desk.state, (all) => all);
  const own = useStore(marks, (all) => all.own);
  const grey = usePicture(session, series, at, onFailed);
  const frame = series.frames[at];
  const unitMm = frame && scaleOf(frame, calibrationOf(own, series.series, at));
  return (
    <>
      {top(
        <>
          <AnnotationsMenu
            marks={marks}
            unitMm={unitMm}
            onShow={(mark) => {
              marks.set({ selected: mark.markID, shown: true });
              if (mark.on === 'picture' && mark.frame !== null) showFrame(desk, mark.frame);
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
        <PictureTools desk={desk} />
        <div className={classes.stage}>
          <PicturePane desk={desk} grey={grey} unitMm={unitMm} />
          <Inspector marks={marks} />
        </div>
      </div>
      <HelpSheet parts={HELP} opened={help} onClose={() => setHelp(false)} />
    </>
  );
}

export function showFrame({ state, series }: Desk, at: number): void {
  const frame = series.frames[at];
  if (frame && at !== state.get().frame) state.set({ ...beginning(frame, at), tool: state.get().tool });
}

/** The last one stays until the next has come. */
function usePicture(session: Session, series: PicturesOf, at: number, onFailed: (reason: unknown) => void) {
  const [picture, setPicture] = useState<{ at: number; grey: Grey }>();
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
