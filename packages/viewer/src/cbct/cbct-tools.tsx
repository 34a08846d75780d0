import { buttonOf } from '../controls/action.ts';
import classes from '../controls/controls.module.css';
import { ToolButton } from '../controls/tool-button.tsx';
import { ToolGroups } from '../controls/tool-groups.tsx';
import { Toolbar } from '../shell/toolbar.tsx';
import { useFields } from '../state/store.ts';
import { ACTIONS } from './workspace/actions.ts';
import { invert, resetDisplay, selectTool } from './workspace/commands.ts';
import { ModeButtons } from './reading-modes/mode-buttons.tsx';
import { TOOLS } from './workspace/tools.ts';
import type { Workspace } from './workspace/workspace.ts';

export function CbctTools({ workspace }: { workspace: Workspace }) {
  const { tool, displayWindow } = useFields(workspace.state, 'tool', 'displayWindow');
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
