import { teethInWords } from '@snimok/contract/values/teeth';
import type { Tx } from '../../platform/db/client.ts';
import { enqueue, type QueuedJob } from '../../platform/jobs/jobs.ts';

/** Gives the recipients of a referral access to its published study. Run by reception/referrals. */
export const shareReferredStudy: QueuedJob<'share-referred-study', { studyID: number }> = {
  name: 'share-referred-study',
  attempts: 12,
};

/** Queues the job that gives the recipients of the study's referral access to it, if it has one with recipients. */
export const enqueueSharing = async (tx: Tx, studyID: number): Promise<void> => {
  const referral = await tx
    .selectFrom('referrals')
    .select('uuid')
    .where('studyID', '=', studyID)
    .where('sharedAt', 'is', null)
    .where(({ or, eb, val }) =>
      or([eb('recipientEmails', '<>', val<string[]>([])), eb('recipientClients', '<>', val<number[]>([]))]),
    )
    .limit(1)
    .executeTakeFirst();
  if (referral) await enqueue(tx, shareReferredStudy, { studyID }, { key: `share-referred:${studyID}` });
};

/**
 * The question in the referral of a study, without the contraindications; empty without a referral. For recipients of
 * links, who see no referrals. In studies that earlier versions created, the comment contains this text.
 */
export const findRequestText = async (db: Tx, studyID: number): Promise<string> => {
  const referral = await db
    .selectFrom('referrals')
    .select(['examination', 'teeth', 'question', 'urgency'])
    .where('studyID', '=', studyID)
    .where('status', '=', 'accepted')
    .limit(1)
    .executeTakeFirst();
  if (!referral) return '';
  const { examination, teeth, question, urgency } = referral;
  return [
    urgency === 'urgent' ? `${examination}, срочно` : examination,
    teeth.length > 0 && `Зубы: ${teethInWords(teeth)}`,
    question,
  ]
    .filter(Boolean)
    .join('\n');
};
