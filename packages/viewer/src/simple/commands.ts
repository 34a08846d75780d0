import { type RefObject, useImperativeHandle } from 'react';

/** What keys and buttons do to the shown view. */
export interface ViewCommands {
  /** an arrow key: 1 to the right or down */
  arrow: (right: number, down: number) => void;
  zoom: (factor: number) => void;
}

export type CommandsRef = RefObject<ViewCommands | null>;

/** Makes the commands of the view that is mounted available to keys and buttons. */
export function useCommands(ref: CommandsRef, commands: ViewCommands): void {
  useImperativeHandle(ref, () => commands);
}

export const ZOOM_STEP = 1.4;

const ARROWS: Record<string, readonly [number, number]> = {
  ArrowRight: [1, 0],
  ArrowLeft: [-1, 0],
  ArrowDown: [0, 1],
  ArrowUp: [0, -1],
};

/** Does what a key means; false if it means nothing. */
export function pressKey(key: string, { arrow, zoom }: ViewCommands): boolean {
  const by = ARROWS[key];
  if (by) arrow(...by);
  else if (key === '+' || key === '=') zoom(ZOOM_STEP);
  else if (key === '-') zoom(1 / ZOOM_STEP);
  else return false;
  return true;
}
