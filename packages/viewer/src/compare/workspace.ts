import { AnnotationsStore } from '../annotations/annotations-store.ts';
import { centerOf } from '../cbct/arch/arch-of-study.ts';
import { openWorkspace } from '../cbct/open-workspace.ts';
import type { Workspace } from '../cbct/workspace/workspace.ts';
import { type Frame, frameOf, GRID_AXES } from '../geometry/frame.ts';
import { isHounsfieldLike } from '../rendering/value-range.ts';
import { Store } from '../state/store.ts';
import type { Study, VolumeSeries } from '../study/study.ts';
import type { ViewerSession } from '../study/viewer-session.ts';
import { type Alignment, type CompareState, initialViewports } from './state.ts';

/** One of the compared studies. */
export interface ComparedStudy<Shown = VolumeSeries> {
  session: ViewerSession;
  study: Study;
  series: Shown;
}

/** What the panes and controls of a comparison of two volumes share. */
export interface CompareWorkspace {
  sides: readonly [Workspace, Workspace];
  frames: readonly [Frame, Frame];
  state: Store<CompareState>;
}

/** Annotations are neither read nor drawn in a comparison. */
export const NO_ANNOTATIONS = { mark: false, seeMarks: false };

/** Starts to load both volumes; `close` stops it. `aligned` is the alignment with which the comparison begins. */
export function openComparison(
  studies: readonly [ComparedStudy, ComparedStudy],
  onFailed: (reason: unknown) => void,
  aligned?: Alignment,
): { workspace: CompareWorkspace; close: () => void } {
  const [one, other] = studies.map(({ session, study, series }) =>
    openWorkspace({
      session,
      study,
      series,
      annotations: new AnnotationsStore(session, NO_ANNOTATIONS),
      onFailed,
    }),
  ) as [ReturnType<typeof openWorkspace>, ReturnType<typeof openWorkspace>];
  const sides = [one.workspace, other.workspace] as const;
  const placements = [sides[0].volumeClient.placement, sides[1].volumeClient.placement] as const;
  const state = new Store<CompareState>({
    ...initialState(sides),
    ...(aligned && { alignment: aligned, before: aligned }),
  });
  const workspace: CompareWorkspace = {
    sides,
    frames: [frameOf(placements[0], GRID_AXES), frameOf(placements[1], GRID_AXES)],
    state,
  };
  return {
    workspace,
    close: () => {
      one.close();
      other.close();
    },
  };
}

function initialState(sides: CompareWorkspace['sides']): CompareState {
  const centres = [
    centerOf(sides[0].volumeClient.placement),
    centerOf(sides[1].volumeClient.placement),
  ] as const;
  const alignment: Alignment = {
    state: 'centres',
    transform: {
      rotation: [
        [1, 0, 0],
        [0, 1, 0],
        [0, 0, 1],
      ],
      shiftMm: [centres[1][0] - centres[0][0], centres[1][1] - centres[0][1], centres[1][2] - centres[0][2]],
    },
  };
  return {
    plane: 'axial',
    mode: 'beside',
    tool: 'crosshair',
    linked: true,
    cursors: centres,
    viewports: [initialViewports(), initialViewports()],
    windows: initialWindows(sides),
    blend: 0.5,
    alignment,
    before: alignment,
    progress: undefined,
    hasFailed: false,
  };
}

/** In comparable units both studies are shown in the same window, so that equal densities look equal. */
export function initialWindows([one, other]: CompareWorkspace['sides']): CompareState['windows'] {
  const windowOf = ({ series }: Workspace) => ({ ...series.window, inverted: series.inverted });
  const isSameUnit = isHounsfieldLike(one.series.window) && isHounsfieldLike(other.series.window);
  return [windowOf(one), isSameUnit ? windowOf(one) : windowOf(other)];
}
