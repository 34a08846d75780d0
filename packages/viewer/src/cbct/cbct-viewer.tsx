import { useCallback, useEffect, useState } from 'react';
import type { SeriesViewerProps } from '../shell/series-viewer.ts';
import { HelpDialog } from '../shell/help-dialog.tsx';
import { Introduction } from '../shell/introduction.tsx';
import { LayoutBarPlace } from '../shell/context-strip.tsx';
import classes from '../shell/shell.module.css';
import { useIntroduction } from '../shell/use-introduction.ts';
import { useNarrowScreen } from '../controls/use-narrow-screen.ts';
import { useStore } from '../state/store.ts';
import type { VolumeSeries } from '../study/study.ts';
import { introductionSteps } from './introduction-steps.ts';
import { CbctOptions } from './cbct-options.tsx';
import { CbctTools } from './cbct-tools.tsx';
import { ContextBar } from './context-bar.tsx';
import { volumeViewKeeper } from './export/key-view.ts';
import { reducedVolumeNote } from './workspace/labels.ts';
import { Layouts, PhoneLayout } from './layouts/layouts.tsx';
import { Library } from './implant-plan/planning.tsx';
import { openWorkspace } from './open-workspace.ts';
import { HELP } from './workspace/tools.ts';
import { useCbctShortcuts } from './use-cbct-shortcuts.ts';
import { PreviewNote } from './preview-note.tsx';
import { VolumeProgress } from './panes/volume-progress.tsx';
import type { Workspace } from './workspace/workspace.ts';

type CbctViewerProps = SeriesViewerProps<VolumeSeries>;

/**
 * The viewer of a volume. Its workers and downloads start when it is mounted and stop when it is unmounted.
 */
export function CbctViewer(props: CbctViewerProps) {
  const { session, study, series, annotations, keyViews, header, onFailed } = props;
  const [workspace, setWorkspace] = useState<Workspace>();
  useEffect(() => {
    const opened = openWorkspace({ session, study, series, annotations, onFailed });
    setWorkspace(opened.workspace);
    const detach = keyViews.attach(series.series, volumeViewKeeper(opened.workspace));
    return () => {
      detach();
      opened.close();
    };
  }, [session, study, series, annotations, keyViews, onFailed]);
  return workspace ? <CbctWorkspace workspace={workspace} header={header} /> : header(null);
}

interface CbctWorkspaceProps {
  workspace: Workspace;
  header: CbctViewerProps['header'];
}

/** The panes and controls of an opened volume. */
export function CbctWorkspace({ workspace, header }: CbctWorkspaceProps) {
  const narrow = useNarrowScreen();
  const [help, setHelp] = useState(false);
  const [barPlace, setBarPlace] = useState<HTMLElement | null>(null);
  const introduction = useIntroduction();
  const layout = useStore(workspace.state, (all) => all.layout);
  const toggleHelp = useCallback(() => setHelp((shown) => !shown), []);
  const togglePlan = useCallback(
    () => workspace.state.set(({ isPlanOpened }) => ({ isPlanOpened: !isPlanOpened })),
    [workspace],
  );
  useCbctShortcuts(workspace, toggleHelp, togglePlan);
  useEffect(() => {
    if (narrow) workspace.state.set({ tool: 'scroll' });
  }, [workspace, narrow]);
  return (
    <>
      {header(<CbctOptions workspace={workspace} onHelp={toggleHelp} />)}
      <ContextBar workspace={workspace} onPlace={setBarPlace} />
      <div className={classes.body}>
        <CbctTools workspace={workspace} />
        <div className={classes.stage} data-layout={layout}>
          <VolumeProgress volumeClient={workspace.volumeClient} hasCaption />
          <PreviewNote workspace={workspace} />
          <LayoutBarPlace value={barPlace}>
            {narrow ? <PhoneLayout workspace={workspace} /> : <Layouts workspace={workspace} />}
          </LayoutBarPlace>
          {workspace.joined && (
            <p className={classes.reducedVolume} role="status">
              {workspace.joined.note}
            </p>
          )}
          {workspace.level !== 'full' && !workspace.joined && (
            <p className={classes.reducedVolume} role="status">
              {reducedVolumeNote()}
            </p>
          )}
          {introduction.isShown && <Introduction steps={introductionSteps()} onClose={introduction.close} />}
        </div>
      </div>
      <Library workspace={workspace} />
      <HelpDialog
        sections={HELP}
        opened={help}
        onClose={() => setHelp(false)}
        onIntroduce={() => {
          setHelp(false);
          introduction.show();
        }}
      />
    </>
  );
}
