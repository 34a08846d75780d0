import { IconArrowBackUp, IconCircleHalf2, IconRefresh } from '@tabler/icons-react';
import classes from '../shell/controls.module.css';
import { ToolButton } from '../shell/tool-button.tsx';
import { ToolGroups } from '../shell/tool-groups.tsx';
import { useStore } from '../store.ts';
import { invert, resetDisplay, selectTool } from './commands.ts';
import { TOOLS } from './tools.ts';
import type { Workspace } from './workspace.ts';

export function CbctTools({ workspace }: { workspace: Workspace }) {
  const { tool, displayWindow } = useStore(workspace.state, (all) => all);
  return (
    <div className={classes.tools} role="toolbar" aria-label="Инструменты">
      <ToolGroups groups={TOOLS} selected={tool} onSelect={(name) => selectTool(workspace, name)} />
      <ToolButton
        icon={IconCircleHalf2}
        label="Негатив"
        shortcut="X"
        pressed={displayWindow.inverted !== workspace.series.inverted}
        onClick={() => invert(workspace)}
      />
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
    </div>
  );
}
