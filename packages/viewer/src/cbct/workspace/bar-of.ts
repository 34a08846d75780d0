import { hintOf } from '../../shell/tool-hints.ts';
import { isReadingMode } from './modes.ts';
import type { ReadingMode } from './reading-modes-state.ts';
import { type CbctState, isSliceShown } from './state.ts';

export type BarName =
  'annotation' | 'levelling' | 'arch' | 'implant' | 'tool' | 'region' | 'grid' | ReadingMode;

interface Shown {
  /** an annotation is selected, or drawn point by point */
  hasAnnotation: boolean;
  /** a region is being measured */
  hasRegion: boolean;
  /** the screen has the width of a phone */
  narrow: boolean;
}

/** The only bar that is shown: that of the selected annotation, then of what was started last. */
export function barOf(state: CbctState, { hasAnnotation, hasRegion, narrow }: Shown): BarName {
  const { levelling, editing, tool, layout } = state;
  if (hasAnnotation) return 'annotation';
  if (levelling) return 'levelling';
  if (editing) return 'arch';
  if (tool === 'implant') return 'implant';
  if (!hintOf(tool).isResting) return 'tool';
  if (hasRegion && isSliceShown(state, narrow)) return 'region';
  if (layout === 'grid' || isReadingMode(layout)) return layout;
  return 'tool';
}
