import { buttonOf } from '../controls/action.ts';
import classes from '../controls/controls.module.css';
import { ToolButton } from '../controls/tool-button.tsx';
import { ToolGroups } from '../controls/tool-groups.tsx';
import { Toolbar } from '../shell/toolbar.tsx';
import { useFields, useStore } from '../state/store.ts';
import { ACTIONS } from './workspace/actions.ts';
import {
  flip,
  invert,
  resetDisplay,
  rotate,
  selectTool,
  showFrame,
  toggleSharpening,
} from './workspace/commands.ts';
import type { PictureWorkspace } from './workspace/picture-workspace.ts';
import { toolsFor } from './workspace/tools.ts';

export function PictureTools({ workspace }: { workspace: PictureWorkspace }) {
  const tool = useStore(workspace.state, (all) => all.tool);
  return (
    <Toolbar>
      <ToolGroups
        groups={toolsFor(workspace.series)}
        selected={tool}
        onSelect={(name) => selectTool(workspace, name)}
      />
      <OrientationButtons workspace={workspace} />
      <DisplayButtons workspace={workspace} />
      <span className={classes.divider} />
      {workspace.series.frames.length > 1 && <FrameButtons workspace={workspace} />}
      <ToolButton {...buttonOf(ACTIONS.undo)} onClick={workspace.annotations.undo} />
      <ToolButton {...buttonOf(ACTIONS.reset)} onClick={() => resetDisplay(workspace)} />
      <ToolButton {...buttonOf(ACTIONS.save)} onClick={() => workspace.save()} />
    </Toolbar>
  );
}

const OrientationButtons = ({ workspace }: { workspace: PictureWorkspace }) => (
  <>
    <ToolButton {...buttonOf(ACTIONS.rotateLeft)} onClick={() => rotate(workspace, -1)} />
    <ToolButton {...buttonOf(ACTIONS.rotateRight)} onClick={() => rotate(workspace, 1)} />
    <ToolButton {...buttonOf(ACTIONS.flipHorizontal)} onClick={() => flip(workspace, 'horizontal')} />
    <ToolButton {...buttonOf(ACTIONS.flipVertical)} onClick={() => flip(workspace, 'vertical')} />
  </>
);

function DisplayButtons({ workspace }: { workspace: PictureWorkspace }) {
  const { displayWindow, sharpened, frame } = useFields(
    workspace.state,
    'displayWindow',
    'sharpened',
    'frame',
  );
  return (
    <>
      <ToolButton
        {...buttonOf(ACTIONS.invert)}
        pressed={displayWindow.inverted !== workspace.series.frames[frame]?.inverted}
        onClick={() => invert(workspace)}
      />
      <ToolButton
        {...buttonOf(ACTIONS.sharpen)}
        pressed={sharpened}
        onClick={() => toggleSharpening(workspace)}
      />
    </>
  );
}

function FrameButtons({ workspace }: { workspace: PictureWorkspace }) {
  const frame = useStore(workspace.state, (all) => all.frame);
  return (
    <>
      <ToolButton
        {...buttonOf(ACTIONS.previous)}
        disabled={frame === 0}
        onClick={() => showFrame(workspace, frame - 1)}
      />
      <ToolButton
        {...buttonOf(ACTIONS.next)}
        disabled={frame === workspace.series.frames.length - 1}
        onClick={() => showFrame(workspace, frame + 1)}
      />
    </>
  );
}
