import { useMediaQuery } from '@mantine/hooks';
import { useCallback, useEffect, useState, type ReactNode } from 'react';
import type { ViewerSession, Study, VolumeSeries } from '../viewer-session.ts';
import type { AnnotationsStore } from '../annotations/annotations-store.ts';
import { HelpDialog } from '../shell/help-dialog.tsx';
import { Inspector } from '../shell/inspector.tsx';
import classes from '../shell/shell.module.css';
import { useStore } from '../store.ts';
import type { Workspace } from './workspace.ts';
import { CbctOptions } from './cbct-options.tsx';
import { Layouts, PhoneLayout } from './layouts.tsx';
import { isSmallDevice, openWorkspace } from './open-workspace.ts';
import { CbctTools } from './cbct-tools.tsx';
import { HELP } from './tools.ts';
import { REDUCED_VOLUME_NOTE } from './labels.ts';
import { useCbctShortcuts } from './use-cbct-shortcuts.ts';
import { VolumeProgress } from './volume-progress.tsx';

interface CbctViewerProps {
  session: ViewerSession;
  study: Study;
  series: VolumeSeries;
  annotations: AnnotationsStore;
  /** the bar above: what is chosen in it belongs to the viewer below */
  top: (options: ReactNode, narrow: boolean) => ReactNode;
  onFailed: (reason: unknown) => void;
}

/** A volume: opened when shown, and let go with everything that is under way when not. */
export function CbctViewer(props: CbctViewerProps) {
  const { session, study, series, annotations, onFailed } = props;
  const [workspace, setBench] = useState<Workspace>();
  useEffect(() => {
    const small = isSmallDevice();
    const opened = openWorkspace({ session, study, series, annotations, small, onFailed });
    setBench(opened.workspace);
    return opened.close;
  }, [session, study, series, annotations, onFailed]);
  return workspace ? <CbctWorkspace workspace={workspace} top={props.top} /> : props.top(null, false);
}

function CbctWorkspace({ workspace, top }: { workspace: Workspace; top: CbctViewerProps['top'] }) {
  const narrow = useMediaQuery('(max-width: 767px)', matchMedia('(max-width: 767px)').matches);
  const [help, setHelp] = useState(false);
  const { layout } = useStore(workspace.state, (all) => all);
  const toggleHelp = useCallback(() => setHelp((shown) => !shown), []);
  useCbctShortcuts(workspace, toggleHelp);
  useEffect(() => {
    if (narrow) workspace.state.set({ tool: 'scroll' });
  }, [workspace, narrow]);
  return (
    <>
      {top(<CbctOptions workspace={workspace} onHelp={toggleHelp} />, narrow)}
      <div className={classes.body}>
        <CbctTools workspace={workspace} />
        <div className={classes.stage} data-layout={layout}>
          <VolumeProgress workspace={workspace} />
          {narrow ? <PhoneLayout workspace={workspace} /> : <Layouts workspace={workspace} />}
          {workspace.level !== 'full' && (
            <p className={classes.small} role="status">
              {REDUCED_VOLUME_NOTE}
            </p>
          )}
          <Inspector annotations={workspace.annotations} />
        </div>
      </div>
      <HelpDialog sections={HELP} opened={help} onClose={() => setHelp(false)} />
    </>
  );
}
