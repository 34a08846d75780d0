import { Tooltip } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import classes from './controls.module.css';

interface ToolButtonProps {
  icon?: Icon;
  /** instead of an icon */
  text?: string;
  /** below the icon on a wide screen; a part of the label */
  word?: string | undefined;
  label: string;
  /** label of the key that does the same */
  shortcut?: string;
  /** for tools and switches; absent for buttons that act at once */
  pressed?: boolean;
  disabled?: boolean;
  side?: 'right' | 'bottom' | 'top';
  onClick: () => void;
}

/** A button with an icon or a text; its label is a tooltip and the accessible name. */
export function ToolButton({
  icon: ButtonIcon,
  text,
  word,
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
        data-text={text}
        data-word={word}
        aria-label={label}
        aria-pressed={pressed}
        aria-keyshortcuts={shortcut}
        disabled={disabled}
        onClick={onClick}
      >
        {ButtonIcon && <ButtonIcon size={22} stroke={1.6} aria-hidden />}
        {text}
        {word && <span className={classes.word}>{word}</span>}
      </button>
    </Tooltip>
  );
}
