import { IconQuestionMark } from '@tabler/icons-react';
import { useCallback, useEffect, useState } from 'react';
import { calibrationOf, pixelSizeMm } from '../annotations/pixel-size.ts';
import { DicomForm } from '../output/dicom-form.tsx';
import { OutputButton } from '../output/output-button.tsx';
import { PrintButton } from '../output/print-button.tsx';
import type { SeriesViewerProps } from '../shell/series-viewer.ts';
import { AnnotationsMenu } from '../shell/annotations-menu.tsx';
import { HelpDialog } from '../shell/help-dialog.tsx';
import classes from '../shell/shell.module.css';
import { ToolButton } from '../controls/tool-button.tsx';
import { Store, useStore } from '../state/store.ts';
import type { PictureSeries } from '../study/study.ts';
import { WithCephalometry } from './cephalometry/cephalometry-panel.tsx';
import { showFrame } from './workspace/commands.ts';
import { PictureBar } from './picture-bar.tsx';
import { PicturePane } from './picture-pane.tsx';
import { PictureTools } from './picture-tools.tsx';
import { pictureViewKeeper } from './key-view.ts';
import type { PictureWorkspace } from './workspace/picture-workspace.ts';
import { initialState, type PictureState } from './workspace/state.ts';
import { HELP } from './workspace/tools.ts';
import { usePicture } from './use-picture.ts';
import { usePictureShortcuts } from './use-picture-shortcuts.ts';

type PictureViewerProps = SeriesViewerProps<PictureSeries>;

/** The viewer of X-rays and photographs, one at a time. */
export function PictureViewer(props: PictureViewerProps) {
  const { session, study, series, annotations, keyViews, header, onFailed } = props;
  const [workspace] = useState<PictureWorkspace>(() => {
    if (series.frames.length === 0) throw new Error('the series has no frames');
    const state = new Store<PictureState>(initialState(series.frames));
    return { study, series, annotations, state, save: () => undefined };
  });
  useEffect(
    () => keyViews.attach(series.series, pictureViewKeeper(workspace)),
    [keyViews, series, workspace],
  );
  const [help, setHelp] = useState(false);
  const toggleHelp = useCallback(() => setHelp((shown) => !shown), []);
  usePictureShortcuts(workspace, toggleHelp);
  const own = useStore(annotations, (all) => all.own);
  const picture = usePicture(session, workspace, onFailed);
  const { index } = picture;
  const unitMmOf = (at: number) => {
    const frame = series.frames[at];
    return frame && pixelSizeMm(frame, calibrationOf(own, series.series, at));
  };
  const unitMm = unitMmOf(index);
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
          <OutputButton study={study} paneActions={(output) => <PrintButton output={output} />}>
            {(output) => (
              <DicomForm
                session={session}
                series={series}
                annotations={annotations}
                output={output}
                pictures={{ shown: index, unitMmOf }}
              />
            )}
          </OutputButton>
          <ToolButton
            icon={IconQuestionMark}
            label="Управление"
            shortcut="?"
            side="bottom"
            onClick={toggleHelp}
          />
        </>,
      )}
      <PictureBar workspace={workspace} hasScale={unitMm !== undefined} />
      <div className={classes.body}>
        <PictureTools workspace={workspace} />
        <div className={classes.stage}>
          <WithCephalometry
            workspace={workspace}
            index={index}
            unitMm={unitMm}
            session={session}
            image={picture.state === 'shown' ? picture.image : undefined}
          >
            <PicturePane workspace={workspace} picture={picture} unitMm={unitMm} />
          </WithCephalometry>
        </div>
      </div>
      <HelpDialog sections={HELP} opened={help} onClose={() => setHelp(false)} />
    </>
  );
}
