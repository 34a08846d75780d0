import type { Icon } from '@tabler/icons-react';
import { Fragment } from 'react';
import classes from './shell.module.css';
import { ToolButton } from './tool-button.tsx';

/** A tool as people know it. */
export interface ToolDescription<Name extends string> {
  tool: Name;
  label: string;
  icon: Icon;
  /** `event.code`, and what is printed on the key */
  code: string;
  shortcut: string;
}

interface ToolGroupsProps<Name extends string> {
  groups: readonly (readonly ToolDescription<Name>[])[];
  selected: Name;
  onSelect: (tool: Name) => void;
}

/** What may be taken in hand, in groups with a line behind each. */
export function ToolGroups<Name extends string>({ groups, selected, onSelect }: ToolGroupsProps<Name>) {
  return groups.map((group, at) => (
    <Fragment key={at}>
      {group.map(({ tool, label, icon, shortcut }) => (
        <ToolButton
          key={tool}
          icon={icon}
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
