import { IconCircleHalf2, IconQuestionMark, IconRefresh } from '@tabler/icons-react';
import { type ReactNode, useCallback, useEffect, useEffectEvent, useMemo, useState } from 'react';
import { AnnotationsStore } from '../annotations/annotations-store.ts';
import * as volumeCommands from '../cbct/workspace/commands.ts';
import { PhoneLayout } from '../cbct/layouts/layouts.tsx';
import { openWorkspace } from '../cbct/open-workspace.ts';
import { VolumeProgress } from '../cbct/panes/volume-progress.tsx';
import type { Workspace } from '../cbct/workspace/workspace.ts';
import * as pictureCommands from '../picture/workspace/commands.ts';
import { PicturePane } from '../picture/picture-pane.tsx';
import type { PictureWorkspace } from '../picture/workspace/picture-workspace.ts';
import { initialState, type PictureState } from '../picture/workspace/state.ts';
import { pixelSizeMm } from '../annotations/pixel-size.ts';
import { usePicture } from '../picture/use-picture.ts';
import { HelpDialog } from '../shell/help-dialog.tsx';
import { pageShortcuts } from '../controls/page-shortcuts.ts';
import shell from '../shell/shell.module.css';
import { ToolButton } from '../controls/tool-button.tsx';
import { ToolGroups } from '../controls/tool-groups.tsx';
import { Toolbar } from '../shell/toolbar.tsx';
import { useNarrowScreen } from '../controls/use-narrow-screen.ts';
import { type Shortcuts, useShortcuts } from '../controls/use-shortcuts.ts';
import { Store } from '../state/store.ts';
import type { PictureSeries, Series, VolumeSeries } from '../study/study.ts';
import { useViewerHost } from '../study/viewer-host.ts';
import classes from './compare.module.css';
import { studyLabel } from '../study/study-day.ts';
import { SIDE_HELP, SIDE_TOOLS, type SideTool } from './tools.ts';
import { type ComparedStudy, NO_ANNOTATIONS } from './workspace.ts';

/** What the common tools change on one side. */
interface SideControls {
  select: (tool: SideTool) => void;
  invert: () => void;
  reset: () => void;
}

interface SideBySideProps {
  studies: readonly [ComparedStudy<Series>, ComparedStudy<Series>];
  header: (options: ReactNode, narrow: boolean) => ReactNode;
  onBack: () => void;
  onFailed: (reason: unknown) => void;
}

/** Two pictures, or a picture and a volume, each with its own window and zoom. */
export function SideBySide({ studies, header, onBack, onFailed }: SideBySideProps) {
  const narrow = useNarrowScreen();
  const [help, setHelp] = useState(false);
  const [tool, setTool] = useState<SideTool>('scroll');
  const [sides, setSides] = useState<Readonly<Record<number, SideControls>>>({});
  const both = useMemo(() => Object.values(sides), [sides]);
  const register = useCallback(
    (side: number, added: SideControls | undefined) =>
      setSides(({ [side]: _removed, ...rest }) => (added ? { ...rest, [side]: added } : rest)),
    [],
  );
  useEffect(() => {
    for (const { select } of both) select(tool);
  }, [both, tool]);
  const toggleHelp = () => setHelp((shown) => !shown);
  const invert = () => both.forEach((side) => side.invert());
  const reset = () => both.forEach((side) => side.reset());
  const shortcuts: Shortcuts = { ...pageShortcuts(toggleHelp), KeyX: invert, KeyR: reset, Escape: onBack };
  for (const { code, tool: named } of SIDE_TOOLS.flat()) shortcuts[code] = () => setTool(named);
  useShortcuts(shortcuts);
  return (
    <>
      {header(
        <ToolButton
          icon={IconQuestionMark}
          label="Управление"
          shortcut="?"
          side="bottom"
          onClick={toggleHelp}
        />,
        narrow,
      )}
      <div className={shell.body}>
        <Toolbar>
          <ToolGroups groups={SIDE_TOOLS} selected={tool} onSelect={setTool} />
          <ToolButton icon={IconCircleHalf2} label="Негатив" shortcut="X" onClick={invert} />
          <ToolButton icon={IconRefresh} label="Сбросить вид" shortcut="R" onClick={reset} />
        </Toolbar>
        <div className={shell.stage}>
          <div className={classes.beside}>
            {studies.map((compared, side) => (
              <OneSide
                key={`${side} ${compared.study.studyID} ${compared.series.series}`}
                compared={compared}
                onControls={(added) => register(side, added)}
                onFailed={onFailed}
              />
            ))}
          </div>
        </div>
      </div>
      <HelpDialog sections={SIDE_HELP} opened={help} onClose={() => setHelp(false)} />
    </>
  );
}

interface OneSideProps<Shown extends Series> {
  compared: ComparedStudy<Shown>;
  onControls: (controls: SideControls | undefined) => void;
  onFailed: (reason: unknown) => void;
}

function OneSide({ compared, onControls, onFailed }: OneSideProps<Series>) {
  const host = useViewerHost();
  const { session, study, series } = compared;
  const title = studyLabel(study, host);
  return (
    <section className={classes.side} aria-label={title}>
      <div className={classes.sideTitle}>{title}</div>
      {series.kind === 'volume' ? (
        <VolumeSide compared={{ session, study, series }} onControls={onControls} onFailed={onFailed} />
      ) : (
        <PictureSide compared={{ session, study, series }} onControls={onControls} onFailed={onFailed} />
      )}
    </section>
  );
}

/** The volume with all its planes, one at a time. */
function VolumeSide({ compared, onControls, onFailed }: OneSideProps<VolumeSeries>) {
  const [workspace, setWorkspace] = useState<Workspace>();
  const open = useEffectEvent(() => {
    const annotations = new AnnotationsStore(compared.session, NO_ANNOTATIONS);
    return openWorkspace({ ...compared, annotations, onFailed });
  });
  const offer = useEffectEvent(onControls);
  // opened once for the series of the component's key
  useEffect(() => {
    const opened = open();
    setWorkspace(opened.workspace);
    offer({
      select: (tool) => volumeCommands.selectTool(opened.workspace, tool),
      invert: () => volumeCommands.invert(opened.workspace),
      reset: () => volumeCommands.resetDisplay(opened.workspace),
    });
    return () => {
      offer(undefined);
      opened.close();
    };
  }, []);
  if (!workspace) return null;
  return (
    <>
      <VolumeProgress volumeClient={workspace.volumeClient} />
      <PhoneLayout workspace={workspace} />
    </>
  );
}

function PictureSide({ compared, onControls, onFailed }: OneSideProps<PictureSeries>) {
  const { session, study, series } = compared;
  const [workspace] = useState<PictureWorkspace>(() => ({
    study,
    series,
    annotations: new AnnotationsStore(session, NO_ANNOTATIONS),
    state: new Store<PictureState>(initialState(series.frames)),
    save: () => undefined,
  }));
  const offer = useEffectEvent(onControls);
  useEffect(() => {
    offer({
      select: (tool) => pictureCommands.selectTool(workspace, tool),
      invert: () => pictureCommands.invert(workspace),
      reset: () => pictureCommands.resetDisplay(workspace),
    });
    return () => offer(undefined);
  }, [workspace]);
  const picture = usePicture(session, workspace, onFailed);
  const frame = series.frames[picture.index];
  return (
    <PicturePane workspace={workspace} picture={picture} unitMm={frame && pixelSizeMm(frame, undefined)} />
  );
}
