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
import classes from '../shell/controls.module.css';
import { ToolButton } from '../shell/tool-button.tsx';
import { ToolGroups } from '../shell/tool-groups.tsx';
import { useStore } from '../store.ts';
import { flip, invert, resetDisplay, rotate, selectTool, showFrame, toggleSharpening } from './commands.ts';
import type { PictureWorkspace } from './picture-workspace.ts';
import { toolsFor } from './tools.ts';

export function PictureTools({ workspace }: { workspace: PictureWorkspace }) {
  const { tool } = useStore(workspace.state, (all) => all);
  return (
    <div className={classes.tools} role="toolbar" aria-label="Инструменты" data-many>
      <ToolGroups
        groups={toolsFor(workspace.series)}
        selected={tool}
        onSelect={(name) => selectTool(workspace, name)}
      />
      <OrientationButtons workspace={workspace} />
      <DisplayButtons workspace={workspace} />
      <span className={classes.divider} />
      {workspace.series.frames.length > 1 && <FrameButtons workspace={workspace} />}
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
        onClick={() => resetDisplay(workspace)}
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

const OrientationButtons = ({ workspace }: { workspace: PictureWorkspace }) => (
  <>
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
      onClick={() => flip(workspace, 'horizontal')}
    />
    <ToolButton
      icon={IconFlipVertical}
      label="Отразить сверху вниз"
      shortcut="J"
      onClick={() => flip(workspace, 'vertical')}
    />
  </>
);

function DisplayButtons({ workspace }: { workspace: PictureWorkspace }) {
  const { displayWindow, sharpened, frame } = useStore(workspace.state, (all) => all);
  return (
    <>
      <ToolButton
        icon={IconCircleHalf2}
        label="Негатив"
        shortcut="X"
        pressed={displayWindow.inverted !== workspace.series.frames[frame]?.inverted}
        onClick={() => invert(workspace)}
      />
      <ToolButton
        icon={IconSparkles}
        label="Резче"
        shortcut="E"
        pressed={sharpened}
        onClick={() => toggleSharpening(workspace)}
      />
    </>
  );
}

function FrameButtons({ workspace }: { workspace: PictureWorkspace }) {
  const { frame } = useStore(workspace.state, (all) => all);
  return (
    <>
      <ToolButton
        icon={IconChevronLeft}
        label="Предыдущий снимок"
        shortcut="←"
        disabled={frame === 0}
        onClick={() => showFrame(workspace, frame - 1)}
      />
      <ToolButton
        icon={IconChevronRight}
        label="Следующий снимок"
        shortcut="→"
        disabled={frame === workspace.series.frames.length - 1}
        onClick={() => showFrame(workspace, frame + 1)}
      />
    </>
  );
}
