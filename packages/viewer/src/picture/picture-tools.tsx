import {
  IconArrowBackUp,
  IconChevronLeft,
  IconChevronRight,
  IconCircleHalf2,
  IconDownload,
  IconFlipHorizontal,
  IconFlipVertical,
  IconRefresh,
  IconRotate2,
  IconRotateClockwise,
  IconSparkles,
} from '@tabler/icons-react';
import classes from '../shell/shell.module.css';
import { ToolButton } from '../shell/tool-button.tsx';
import { ToolGroups } from '../shell/tool-groups.tsx';
import { useStore } from '../store.ts';
import { type PictureWorkspace, showFrame } from './picture-viewer.tsx';
import { initialState, type PictureTool } from './state.ts';
import { TOOLS } from './tools.ts';

export const selectTool = ({ state, annotations }: PictureWorkspace, tool: PictureTool) => {
  state.set({ tool });
  annotations.set({ draft: undefined, selected: undefined, shown: true });
};

export const rotate = ({ state }: PictureWorkspace, quarters: number) =>
  state.set(({ viewport }) => ({
    viewport: { ...viewport, quarterTurns: (viewport.quarterTurns + quarters + 4) % 4 },
  }));

/** As one sees it, whichever way it is turned; upside down is half a turn and a mirror. */
export const flip = ({ state }: PictureWorkspace, way: 'across' | 'down') =>
  state.set(({ viewport }) => {
    const isLying = viewport.quarterTurns % 2 === 1;
    const half = (way === 'down') !== isLying ? 2 : 0;
    return {
      viewport: {
        ...viewport,
        mirrored: !viewport.mirrored,
        quarterTurns: (viewport.quarterTurns + half) % 4,
      },
    };
  });

export const invert = ({ state }: PictureWorkspace) =>
  state.set(({ displayWindow }) => ({
    displayWindow: { ...displayWindow, inverted: !displayWindow.inverted },
  }));
export const sharpen = ({ state }: PictureWorkspace) => state.set(({ sharp }) => ({ sharp: !sharp }));

export const reset = ({ state, series }: PictureWorkspace) => {
  const { frame: at, tool } = state.get();
  const frame = series.frames[at];
  if (frame) state.set({ ...initialState(frame, at), tool });
};

export function PictureTools({ workspace }: { workspace: PictureWorkspace }) {
  const { tool, displayWindow, sharp, frame: at } = useStore(workspace.state, (all) => all);
  const { frames } = workspace.series;
  return (
    <div className={classes.tools} role="toolbar" aria-label="Инструменты">
      <ToolGroups groups={TOOLS} selected={tool} onSelect={(name) => selectTool(workspace, name)} />
      <ToolButton
        icon={IconRotate2}
        label="Повернуть влево"
        shortcut="["
        onClick={() => rotate(workspace, -1)}
      />
      <ToolButton
        icon={IconRotateClockwise}
        label="Повернуть вправо"
        shortcut="]"
        onClick={() => rotate(workspace, 1)}
      />
      <ToolButton
        icon={IconFlipHorizontal}
        label="Отразить слева направо"
        shortcut="H"
        onClick={() => flip(workspace, 'across')}
      />
      <ToolButton
        icon={IconFlipVertical}
        label="Отразить сверху вниз"
        shortcut="J"
        onClick={() => flip(workspace, 'down')}
      />
      <ToolButton
        icon={IconCircleHalf2}
        label="Негатив"
        shortcut="X"
        pressed={displayWindow.inverted !== frames[at]?.inverted}
        onClick={() => invert(workspace)}
      />
      <ToolButton
        icon={IconSparkles}
        label="Резче"
        shortcut="E"
        pressed={sharp}
        onClick={() => sharpen(workspace)}
      />
      <span className={classes.divider} />
      {frames.length > 1 && (
        <>
          <ToolButton
            icon={IconChevronLeft}
            label="Предыдущий снимок"
            shortcut="←"
            disabled={at === 0}
            onClick={() => showFrame(workspace, at - 1)}
          />
          <ToolButton
            icon={IconChevronRight}
            label="Следующий снимок"
            shortcut="→"
            disabled={at === frames.length - 1}
            onClick={() => showFrame(workspace, at + 1)}
          />
        </>
      )}
      <ToolButton
        icon={IconArrowBackUp}
        label="Отменить"
        shortcut="Ctrl+Z"
        onClick={workspace.annotations.undo}
      />
      <ToolButton
        icon={IconRefresh}
        label="Показать всё заново"
        shortcut="R"
        onClick={() => reset(workspace)}
      />
      <ToolButton
        icon={IconDownload}
        label="Сохранить как PNG"
        shortcut="Ctrl+S"
        onClick={() => workspace.save()}
      />
    </div>
  );
}
