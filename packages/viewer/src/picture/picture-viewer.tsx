import { IconQuestionMark } from '@tabler/icons-react';
import { useCallback, useEffect, useState } from 'react';
import type { PaneImage } from '../pane/pane-renderer.ts';
import type { SeriesViewerProps } from '../series-viewer.ts';
import { AnnotationsMenu } from '../shell/annotations-menu.tsx';
import { HelpDialog } from '../shell/help-dialog.tsx';
import { Inspector } from '../shell/inspector.tsx';
import classes from '../shell/shell.module.css';
import { ToolButton } from '../shell/tool-button.tsx';
import { useNarrowScreen } from '../shell/use-narrow-screen.ts';
import { Store, useStore } from '../store.ts';
import type { PictureSeries } from '../study.ts';
import type { ViewerSession } from '../viewer-session.ts';
import { showFrame } from './commands.ts';
import { PicturePane } from './picture-pane.tsx';
import { PictureTools } from './picture-tools.tsx';
import type { PictureWorkspace } from './picture-workspace.ts';
import { readPicture } from './read-picture.ts';
import { calibrationOf, initialState, pixelSizeMm, type PictureState } from './state.ts';
import { HELP } from './tools.ts';
import { usePictureShortcuts } from './use-picture-shortcuts.ts';

type PictureViewerProps = SeriesViewerProps<PictureSeries>;

/** The viewer of X-rays and photographs, one at a time. */
export function PictureViewer({ session, study, series, annotations, header, onFailed }: PictureViewerProps) {
  const [workspace] = useState<PictureWorkspace>(() => {
    const first = series.frames[0];
    if (!first) throw new Error('the series has no frames');
    const state = new Store<PictureState>(initialState(first));
    return { study, series, annotations, state, save: () => undefined };
  });
  const narrow = useNarrowScreen();
  const [help, setHelp] = useState(false);
  const toggleHelp = useCallback(() => setHelp((shown) => !shown), []);
  usePictureShortcuts(workspace, toggleHelp);
  const { frame: index } = useStore(workspace.state, (all) => all);
  const own = useStore(annotations, (all) => all.own);
  const image = usePicture(session, series, index, onFailed);
  const frame = series.frames[index];
  const unitMm = frame && pixelSizeMm(frame, calibrationOf(own, series.series, index));
  return (
    <>
      {header(
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
          <PicturePane workspace={workspace} image={image} unitMm={unitMm} />
          <Inspector annotations={annotations} />
        </div>
      </div>
      <HelpDialog sections={HELP} opened={help} onClose={() => setHelp(false)} />
    </>
  );
}

/** The picture of a frame; undefined while it is loading. */
function usePicture(
  session: ViewerSession,
  series: PictureSeries,
  index: number,
  onFailed: (reason: unknown) => void,
): PaneImage | undefined {
  const [picture, setPicture] = useState<{ index: number; image: PaneImage }>();
  useEffect(() => {
    const stop = new AbortController();
    readPicture(session, series, index, stop.signal).then(
      (image) => stop.signal.aborted || setPicture({ index, image }),
      (reason) => stop.signal.aborted || onFailed(reason),
    );
    return () => stop.abort();
  }, [session, series, index, onFailed]);
  return picture?.index === index ? picture.image : undefined;
}
