import type { Icon } from '@tabler/icons-react';
import { Fragment } from 'react';
import classes from './controls.module.css';
import { ToolButton } from './tool-button.tsx';

export interface ToolDescription<Name extends string> {
  tool: Name;
  label: string;
  icon: Icon;
  /** below the icon on a wide screen */
  word?: string;
  /** `KeyboardEvent.code`, and the label of the key */
  code: string;
  shortcut: string;
}

interface ToolGroupsProps<Name extends string> {
  groups: readonly (readonly ToolDescription<Name>[])[];
  selected: Name;
  onSelect: (tool: Name) => void;
}

/** The buttons of the tools, with a divider after each group. */
export function ToolGroups<Name extends string>({ groups, selected, onSelect }: ToolGroupsProps<Name>) {
  return groups.map((group, at) => (
    <Fragment key={at}>
      {group.map(({ tool, label, icon, word, shortcut }) => (
        <ToolButton
          key={tool}
          icon={icon}
          word={word}
          label={label}
          shortcut={shortcut}
          pressed={tool === selected}
          onClick={() => onSelect(tool)}
        />
      ))}
      <span className={classes.divider} />
    </Fragment>
  ));
}
