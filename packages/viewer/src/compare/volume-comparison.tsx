import { IconCircleHalf2, IconLink, IconQuestionMark, IconRefresh, IconUnlink } from '@tabler/icons-react';
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { PANE_LABELS } from '../cbct/workspace/labels.ts';
import { VolumeProgress } from '../cbct/panes/volume-progress.tsx';
import type { JoinedVolume } from '../joined/stitch.ts';
import { Choice } from '../controls/choice.tsx';
import { HelpDialog } from '../shell/help-dialog.tsx';
import shell from '../shell/shell.module.css';
import { ToolButton } from '../controls/tool-button.tsx';
import { ToolGroups } from '../controls/tool-groups.tsx';
import { Toolbar } from '../shell/toolbar.tsx';
import { useNarrowScreen } from '../controls/use-narrow-screen.ts';
import { useFields, useStore } from '../state/store.ts';
import { AlignmentBar, type RegistrationControl } from './alignment-bar.tsx';
import { chooseMode, invert, resetDisplay, startRegistration } from './commands.ts';
import classes from './compare.module.css';
import { OverlaidPane, SidePane } from './compared-pane.tsx';
import { MODE_LABELS } from './labels.ts';
import { type Alignment, withLink } from './state.ts';
import { COMPARE_HELP, COMPARE_TOOLS, MODE_KEYS, PLANE_KEYS } from './tools.ts';
import { useCompareShortcuts } from './use-compare-shortcuts.ts';
import { useStitching } from './use-stitching.ts';
import { type ComparedStudy, type CompareWorkspace, openComparison } from './workspace.ts';

interface VolumeComparisonProps {
  studies: readonly [ComparedStudy, ComparedStudy];
  /** Renders the header with the comparison's own options in it, on a narrow screen below it. */
  header: (options: ReactNode, narrow: boolean) => ReactNode;
  /** Renders the header of the volume that was joined of both. */
  joinedHeader: (options: ReactNode, onBack: () => void) => ReactNode;
  onBack: () => void;
  onFailed: (reason: unknown) => void;
}

const JoinedViewer = lazy(() => import('../joined/joined-viewer.tsx'));

/**
 * Two volumes with linked planes, side by side or in one picture, or joined in one volume. While the joined volume is shown,
 * the two are closed, because of the memory; the alignment is kept.
 */
export function VolumeComparison(props: VolumeComparisonProps) {
  const { joinedHeader } = props;
  const [joined, setJoined] = useState<JoinedVolume>();
  const aligned = useRef<Alignment>(undefined);
  const onJoined = useCallback((volume: JoinedVolume, alignment: Alignment) => {
    aligned.current = alignment;
    setJoined(volume);
  }, []);
  useEffect(() => () => joined?.volumeClient.close(), [joined]);
  const toComparison = useCallback(() => setJoined(undefined), []);
  const header = useCallback(
    (options: ReactNode) => joinedHeader(options, toComparison),
    [joinedHeader, toComparison],
  );
  if (!joined) return <TwoVolumes {...props} aligned={aligned.current} onJoined={onJoined} />;
  return (
    <Suspense fallback={header(null)}>
      <JoinedViewer joined={joined} header={header} onBack={toComparison} />
    </Suspense>
  );
}

interface TwoVolumesProps extends VolumeComparisonProps {
  /** the alignment to begin with */
  aligned: Alignment | undefined;
  onJoined: (joined: JoinedVolume, alignment: Alignment) => void;
}

function TwoVolumes({ studies, header, onBack, onFailed, aligned, onJoined }: TwoVolumesProps) {
  const [workspace, setWorkspace] = useState<CompareWorkspace>();
  const [one, other] = studies;
  useEffect(() => {
    const opened = openComparison([one, other], onFailed, aligned);
    setWorkspace(opened.workspace);
    return () => opened.close();
  }, [one, other, onFailed, aligned]);
  return workspace ? (
    <Compared workspace={workspace} header={header} onBack={onBack} onJoined={onJoined} />
  ) : (
    header(null, false)
  );
}

type ComparedProps = Pick<TwoVolumesProps, 'header' | 'onBack' | 'onJoined'> & {
  workspace: CompareWorkspace;
};

function Compared({ workspace, header, onBack, onJoined }: ComparedProps) {
  const narrow = useNarrowScreen();
  const [help, setHelp] = useState(false);
  const toggleHelp = useCallback(() => setHelp((shown) => !shown), []);
  const registration = useRegistration(workspace);
  const stitching = useStitching(
    workspace,
    useCallback((joined) => onJoined(joined, workspace.state.get().alignment), [workspace, onJoined]),
  );
  useCompareShortcuts(workspace, { registration, stitching, toggleHelp, onBack });
  useEffect(() => {
    if (narrow) workspace.state.set({ tool: 'scroll' });
  }, [workspace, narrow]);
  const mode = useStore(workspace.state, (all) => all.mode);
  return (
    <>
      {header(<Options workspace={workspace} onHelp={toggleHelp} />, narrow)}
      <div className={shell.body}>
        <Tools workspace={workspace} />
        <div className={shell.stage}>
          {workspace.sides.map(({ volumeClient }, side) => (
            <VolumeProgress key={side} volumeClient={volumeClient} />
          ))}
          {mode === 'beside' ? (
            <div className={classes.beside}>
              <SidePane workspace={workspace} side={0} />
              <SidePane workspace={workspace} side={1} />
            </div>
          ) : (
            <div className={classes.one}>
              <OverlaidPane workspace={workspace} mode={mode} />
            </div>
          )}
          <AlignmentBar workspace={workspace} registration={registration} stitching={stitching} />
        </div>
      </div>
      <HelpDialog sections={COMPARE_HELP} opened={help} onClose={() => setHelp(false)} />
    </>
  );
}

/** Ends a running registration when the comparison ends. */
function useRegistration(workspace: CompareWorkspace): RegistrationControl {
  const running = useRef(() => {});
  useEffect(() => () => running.current(), [workspace]);
  const start = useCallback(
    (around: boolean) => {
      const isLoaded = workspace.sides.every(({ volumeClient }) => volumeClient.isComplete);
      if (!isLoaded || workspace.state.get().progress !== undefined) return;
      running.current = startRegistration(workspace, around);
    },
    [workspace],
  );
  const cancel = useCallback(() => running.current(), []);
  return { start, cancel };
}

function Options({ workspace, onHelp }: { workspace: CompareWorkspace; onHelp: () => void }) {
  const { state } = workspace;
  const { plane, mode, linked } = useFields(state, 'plane', 'mode', 'linked');
  return (
    <>
      <Choice
        label="Плоскость"
        value={plane}
        widthPx={110}
        options={PLANE_KEYS.map(({ plane: value, key }) => ({ value, label: PANE_LABELS[value], key }))}
        onChange={(chosen) => state.set({ plane: chosen })}
      />
      <Choice
        label="Сравнение"
        value={mode}
        widthPx={82}
        options={MODE_KEYS.map(({ mode: value, key }) => ({ value, label: MODE_LABELS[value], key }))}
        onChange={(chosen) => chooseMode(workspace, chosen)}
      />
      <ToolButton
        icon={linked ? IconLink : IconUnlink}
        label={linked ? 'Листать раздельно' : 'Связать исследования'}
        shortcut="Y"
        side="bottom"
        pressed={linked}
        onClick={() => state.set((all) => withLink(all, !all.linked))}
      />
      <ToolButton icon={IconQuestionMark} label="Управление" shortcut="?" side="bottom" onClick={onHelp} />
    </>
  );
}

function Tools({ workspace }: { workspace: CompareWorkspace }) {
  const tool = useStore(workspace.state, (all) => all.tool);
  return (
    <Toolbar>
      <ToolGroups
        groups={COMPARE_TOOLS}
        selected={tool}
        onSelect={(chosen) => workspace.state.set({ tool: chosen })}
      />
      <ToolButton icon={IconCircleHalf2} label="Негатив" shortcut="X" onClick={() => invert(workspace)} />
      <ToolButton
        icon={IconRefresh}
        label="Сбросить вид"
        shortcut="R"
        onClick={() => resetDisplay(workspace)}
      />
    </Toolbar>
  );
}
