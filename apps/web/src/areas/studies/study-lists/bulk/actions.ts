import { archiveStudy } from '@snimok/contract/studies/lifecycle';
import { createExternalShare, listExternalShares } from '@snimok/contract/viewing/external-shares';
import { phaseOf } from '@snimok/contract/studies/study-state';
import { call } from '../../../../shared/calls/call.ts';
import { requestRestore } from '../../lifecycle/queries.ts';
import type { AssistantStudy } from '../../studies/queries.ts';

export type BulkKind = 'archive' | 'restore' | 'share';

/** Whether an action applies to a study. Selected studies to which it does not are named before it is confirmed. */
export const concerns: Record<BulkKind, (study: AssistantStudy) => boolean> = {
  archive: (study) => phaseOf(study) === 'available',
  restore: (study) => phaseOf(study) === 'archived',
  share: (study) => phaseOf(study) === 'available',
};

export interface ShareWith {
  email: string;
  flags: ('download' | 'remote-viewer')[];
}

export const requestArchive = ({ studyID }: AssistantStudy) => call(archiveStudy, { params: { studyID } });
export const requestRestoreOf = ({ studyID }: AssistantStudy) => requestRestore(studyID);

/**
 * Shares a study. A repetition first looks for the share whose response was lost, so that the recipient does not get two
 * letters about one study.
 */
export async function requestShare(
  { studyID }: AssistantStudy,
  body: ShareWith,
  repeatedSince: string | null,
) {
  if (repeatedSince !== null) {
    const { shares } = await call(listExternalShares, { params: { studyID } });
    const isShared = shares.some(
      ({ email, createdAt }) => email === body.email && createdAt >= repeatedSince,
    );
    if (isShared) return;
  }
  await call(createExternalShare, { params: { studyID }, body });
}
