import { IconMaximize, IconX } from '@tabler/icons-react';
import { toggleFullScreen } from '../controls/full-screen.ts';
import classes from './shell.module.css';
import { ToolButton } from '../controls/tool-button.tsx';

/** Full screen and close, at the right end of each header. */
export const WindowButtons = ({ onClose }: { onClose: (() => void) | undefined }) => (
  <div className={classes.windowButtons}>
    <ToolButton
      icon={IconMaximize}
      label="На весь экран"
      shortcut="F"
      side="bottom"
      onClick={toggleFullScreen}
    />
    {onClose && <ToolButton icon={IconX} label="Закрыть" side="bottom" onClick={onClose} />}
  </div>
);
