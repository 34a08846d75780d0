import { useMediaQuery } from '@mantine/hooks';
import { useCallback, useEffect, useState, type ReactNode } from 'react';
import type { Session, Study, VolumeOf } from '../viewer-session.ts';
import type { AnnotationsStore } from '../annotations/annotations-store.ts';
import { HelpSheet } from '../shell/help-dialog.tsx';
import { Inspector } from '../shell/inspector.tsx';
import classes from '../shell/shell.module.css';
import { useStore } from '../store.ts';
import type { Workspace } from './workspace.ts';
import { CbctOptions } from './cbct-options.tsx';
import { Layouts, PhoneLayout } from './layouts.tsx';
import { isSmallDevice, openWorkspace } from './open-workspace.ts';
import { CbctTools } from './cbct-tools.tsx';
import { HELP } from './tools.ts';
import { EXPLAIN_SMALL } from './labels.ts';
import { useCbctShortcuts } from './use-cbct-shortcuts.ts';
import { VolumeProgress } from './volume-progress.tsx';

interface CbctViewerProps {
  session: Session;
  study: Study;
  series: VolumeOf;
  marks: AnnotationsStore;
  /** the bar above: what is chosen in it belongs to the viewer below */
  top: (options: ReactNode, narrow: boolean) => ReactNode;
  onFailed: (reason: unknown) => void;
}

/** A volume: opened when shown, and let go with everything that is under way when not. */
export function CbctViewer(props: CbctViewerProps) {
  const { session, study, series, marks, onFailed } = props;
  const [bench, setBench] = useState<Workspace>();
  useEffect(() => {
    const small = isSmallDevice();
    const opened = openWorkspace({ session, study, series, marks, small, onFailed });
    setBench(opened.bench);
    return opened.close;
  }, [session, study, series, marks, onFailed]);
  return bench ? <CbctBench bench={bench} top={props.top} /> : props.top(null, false);
}

function CbctBench({ bench, top }: { bench: Workspace; top: CbctViewerProps['top'] }) {
  const narrow = useMediaQuery('(max-width: 767px)', matchMedia('(max-width: 767px)').matches);
  const [help, setHelp] = useState(false);
  const { layout } = useStore(bench.state, (all) => all);
  const toggleHelp = useCallback(() => setHelp((shown) => !shown), []);
  useCbctShortcuts(bench, toggleHelp);
  useEffect(() => {
    if (narrow) bench.state.set({ tool: 'scroll' });
  }, [bench, narrow]);
  return (
    <>
      {top(<CbctOptions bench={bench} onHelp={toggleHelp} />, narrow)}
      <div className={classes.body}>
        <CbctTools bench={bench} />
        <div className={classes.stage} data-layout={layout}>
          <VolumeProgress bench={bench} />
          {narrow ? <PhoneLayout bench={bench} /> : <Layouts bench={bench} />}
          {bench.level !== 'full' && (
            <p className={classes.small} role="status">
              {EXPLAIN_SMALL}
            </p>
          )}
          <Inspector marks={bench.marks} />
        </div>
      </div>
      <HelpSheet parts={HELP} opened={help} onClose={() => setHelp(false)} />
    </>
  );
}
