import { pictureForModel } from '../../cephalometry/picture-for-model.ts';
import { proposalOf, type Proposed, without } from '../../cephalometry/proposal.ts';
import type { Vec2, Vec3 } from '../../geometry/vectors.ts';
import type { PaneImage } from '../../pane/pane-image.ts';
import { useFields, useStore } from '../../state/store.ts';
import type { ViewerSession } from '../../study/viewer-session.ts';
import type { PictureWorkspace } from '../workspace/picture-workspace.ts';
import { windowOf } from '../workspace/state.ts';
import {
  changeState,
  landmarksOf,
  openProposals,
  putLandmark,
  useLandmarks,
} from '../workspace/landmarks-of-picture.ts';

interface AskedPicture {
  index: number;
  image: PaneImage;
  unitMm: Vec3 | undefined;
}

/** Asks the centre's model for the landmarks of a picture, and shows them if the analysis is still open. */
export async function proposeForPicture(
  workspace: PictureWorkspace,
  session: Pick<ViewerSession, 'proposeLandmarks'>,
  { index, image, unitMm }: AskedPicture,
  signal: AbortSignal,
): Promise<void> {
  const pixelMm = unitMm && ([unitMm[0], unitMm[1]] as const);
  const { body, every } = pictureForModel(image, windowOf(workspace.series.frames[index]), pixelMm);
  const answer = await session.proposeLandmarks(body, signal);
  signal.throwIfAborted();
  const proposal = { ...proposalOf(answer, every, (pixel): Vec2 => pixel), frame: index };
  changeState(workspace, { proposal, chosen: undefined });
}

/** The proposals that are drawn and decided about: none while an earlier version is shown. */
export function useProposed(workspace: PictureWorkspace): readonly Proposed<Vec2>[] {
  const state = useFields(workspace.state, 'frame', 'cephalometry');
  const isVersion = useStore(workspace.annotations, (all) => all.version !== undefined);
  const { landmarks } = useLandmarks(workspace);
  return isVersion ? [] : openProposals(state, landmarks);
}

/** The proposal becomes a landmark of the author, which names its model; keys then move it. */
export function confirmProposed(workspace: PictureWorkspace, name: string): void {
  const { cephalometry } = workspace.state.get();
  const open = openProposals(workspace.state.get(), landmarksOf(workspace));
  const proposed = open.find((one) => one.name === name);
  if (!proposed || !cephalometry?.proposal || workspace.annotations.get().version) return;
  putLandmark(workspace, name, proposed.at, true, cephalometry.proposal.model);
  changeState(workspace, { chosen: undefined, selected: name });
}

export function skipProposed(workspace: PictureWorkspace, name: string): void {
  const proposal = workspace.state.get().cephalometry?.proposal;
  if (!proposal) return;
  changeState(workspace, {
    proposal: { ...without(proposal, name), frame: proposal.frame },
    chosen: undefined,
  });
}

export const dropProposal = (workspace: PictureWorkspace): void =>
  changeState(workspace, { proposal: undefined, chosen: undefined });
