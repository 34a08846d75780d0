import { Tooltip } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import classes from './controls.module.css';

interface ToolButtonProps {
  icon: Icon;
  label: string;
  /** label of the key that does the same */
  shortcut?: string;
  /** for tools and switches; absent for buttons that act at once */
  pressed?: boolean;
  disabled?: boolean;
  side?: 'right' | 'bottom' | 'top';
  onClick: () => void;
}

/** A square button with an icon; its label is a tooltip and the accessible name. */
export function ToolButton({
  icon: ButtonIcon,
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
        <ButtonIcon size={22} stroke={1.6} aria-hidden />
      </button>
    </Tooltip>
  );
}
