import type { Point } from '../../annotations/annotation.ts';
import { pictureForModel } from '../../cephalometry/picture-for-model.ts';
import { proposalOf, without } from '../../cephalometry/proposal.ts';
import type { Surface } from '../../geometry/surface.ts';
import type { PaneImage } from '../../pane/pane-image.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { nextLandmark, openProposals, putLandmark } from './place-landmark.ts';
import { pointOf, readingOf } from './reading.ts';
import type { ModesState } from '../workspace/reading-modes-state.ts';

const changeProposal = (workspace: Workspace, proposal: ModesState['cephalogram']['proposal']): void => {
  workspace.modes.set(({ cephalogram }) => ({ cephalogram: { ...cephalogram, proposal } }));
  workspace.modes.set({ landmark: nextLandmark(workspace) });
};

/** Asks the centre's model for the landmarks of the computed cephalogram, whose plane is the surface. */
export async function proposeForCephalogram(
  workspace: Workspace,
  { image, surface }: { image: PaneImage; surface: Surface },
  signal: AbortSignal,
): Promise<void> {
  const { session, series } = workspace;
  const { pixelSize } = image;
  const { body, every } = pictureForModel(image, { ...series.window, inverted: series.inverted }, pixelSize);
  const answer = await session.proposeLandmarks(body, signal);
  signal.throwIfAborted();
  const place = ([x, y]: readonly [number, number]): Point =>
    pointOf(workspace, surface.toPoint([(x + 0.5) * pixelSize[0], (y + 0.5) * pixelSize[1]]));
  changeProposal(workspace, proposalOf(answer, every, place));
}

/** The proposal becomes a landmark of the author, which names its model. */
export function confirmProposed(workspace: Workspace, name: string): void {
  const { cephalogram } = workspace.modes.get();
  const open = openProposals(cephalogram, readingOf(workspace)?.landmarks ?? []);
  const proposed = open.find((one) => one.name === name);
  if (!proposed || !cephalogram.proposal || workspace.annotations.get().version) return;
  putLandmark(workspace, name, proposed.at, true, cephalogram.proposal.model);
  workspace.modes.set({ landmark: nextLandmark(workspace) });
}

export function skipProposed(workspace: Workspace, name: string): void {
  const { proposal } = workspace.modes.get().cephalogram;
  if (proposal) changeProposal(workspace, without(proposal, name));
}

export const dropProposal = (workspace: Workspace): void => changeProposal(workspace, undefined);
