import { createContext, type ReactNode } from 'react';
import classes from './bar.module.css';
import { hintOf } from './tool-hints.ts';

/** Between header and panes: one bar at a time, which covers no picture. */
export const ContextStrip = ({ children }: { children: ReactNode }) => (
  <div className={classes.strip} data-strip>
    {children}
  </div>
);

/** The place in the strip for a bar that belongs to a layout; null while another bar is shown. */
export const LayoutBarPlace = createContext<HTMLElement | null>(null);

interface ToolHintProps {
  tool: string;
  label: string;
}

/** What the chosen tool does, while no other bar is needed. */
export function ToolHint({ tool, label }: ToolHintProps) {
  const { text, isResting } = hintOf(tool);
  return (
    <div className={`${classes.bar} ${classes.hint}`} data-resting={isResting || undefined}>
      <span>
        <b>{label}</b>: {text}
      </span>
    </div>
  );
}
