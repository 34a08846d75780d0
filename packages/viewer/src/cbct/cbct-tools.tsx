import { buttonOf } from '../shell/action.ts';
import classes from '../shell/controls.module.css';
import { ToolButton } from '../shell/tool-button.tsx';
import { ToolGroups } from '../shell/tool-groups.tsx';
import { Toolbar } from '../shell/toolbar.tsx';
import { useStore } from '../store.ts';
import { ACTIONS } from './actions.ts';
import { invert, resetDisplay, selectTool } from './commands.ts';
import { ModeButtons } from './reading-modes/mode-buttons.tsx';
import { TOOLS } from './tools.ts';
import type { Workspace } from './workspace.ts';

export function CbctTools({ workspace }: { workspace: Workspace }) {
  const { tool, displayWindow } = useStore(workspace.state, (all) => all);
  return (
    <Toolbar>
      <ToolGroups groups={TOOLS} selected={tool} onSelect={(name) => selectTool(workspace, name)} />
      <ToolButton
        {...buttonOf(ACTIONS.invert)}
        pressed={displayWindow.inverted !== workspace.series.inverted}
        onClick={() => invert(workspace)}
      />
      <ToolButton {...buttonOf(ACTIONS.undo)} onClick={workspace.annotations.undo} />
      <ToolButton {...buttonOf(ACTIONS.reset)} onClick={() => resetDisplay(workspace)} />
      <span className={classes.divider} />
      <ModeButtons workspace={workspace} />
    </Toolbar>
  );
}
