import { Tooltip } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import classes from './shell.module.css';

interface ToolButtonProps {
  icon: Icon;
  label: string;
  /** the key that does the same, as it is printed on it */
  shortcut?: string;
  /** of tools, of which one is in hand, and of switches; absent for what is done at once */
  pressed?: boolean;
  disabled?: boolean;
  side?: 'right' | 'bottom' | 'top';
  onClick: () => void;
}

/** A square with a picture; its words come when the pointer rests on it, and to those who hear it. */
export function ToolButton({
  icon: Picture,
  label,
  shortcut,
  pressed,
  disabled,
  side,
  onClick,
}: ToolButtonProps) {
  return (
    <Tooltip label={shortcut ? `${label} · ${shortcut}` : label} position={side ?? 'right'} openDelay={350}>
      <button
        type="button"
        className={classes.tool}
        aria-label={label}
        aria-pressed={pressed}
        aria-keyshortcuts={shortcut}
        disabled={disabled}
        onClick={onClick}
      >
        <Picture size={22} stroke={1.6} aria-hidden />
      </button>
    </Tooltip>
  );
}
