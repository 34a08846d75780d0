import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/client.ts';
import { publishStudyChange, publishStudyToAssistants } from '../../platform/realtime/publish-changes.ts';
import { notifyOfStudy } from './notify-of-study.ts';
import { enqueueReadyLetter } from './ready-letter.ts';
import { enqueueSharing } from './referred-study.ts';

/**
 * Informs everyone concerned about a published study: its client, the recipients of its referral, webhooks and open
 * pages. Only the pages of assistants learn of a silent study, which was imported from an old archive (product 28.9).
 */
export const informOfStudy = async (
  tx: Tx,
  { config, clock }: Pick<Context, 'config' | 'clock'>,
  study: { studyID: number; patientID: number },
): Promise<void> => {
  const { studyID } = study;
  const { isSilent } = await tx
    .selectFrom('studies')
    .select('isSilent')
    .where('id', '=', studyID)
    .executeTakeFirstOrThrow();
  if (isSilent) return publishStudyToAssistants(tx, study);
  await enqueueReadyLetter(tx, { config, clock }, studyID);
  await enqueueSharing(tx, studyID);
  await notifyOfStudy(tx, config, { event: 'study.ready', studyID, now: clock.now() });
  await publishStudyChange(tx, study);
};
