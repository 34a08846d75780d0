import { accountOf } from '../../platform/access/actor.ts';
import type { Caller } from '../../platform/audit/record.ts';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/client.ts';
import { enqueue, job, jobKey } from '../../platform/jobs/jobs.ts';
import { after } from '../../platform/time-and-sizes/clock.ts';
import { completeUpload } from '../../studies/uploads/sending/uploads.ts';
import { findPatientIDOfStudy } from '../../studies/studies/study-rows/queries.ts';
import { findLastReceived, findOpenUpload } from './queries.ts';

/** The sender of the last instances. */
interface Sender {
  actor: { kind: 'desktop'; accountID: number; grantID: number } | { kind: 'account'; accountID: number };
  address: string | null;
}

interface Closing {
  uploadUUID: string;
  by: Sender;
}

/** Queues the job that closes the upload. Replaces the job that was queued for earlier instances. */
export const enqueueClosing = (
  context: Pick<Context, 'clock' | 'config'>,
  tx: Tx,
  uploadUUID: string,
  { who, by }: Caller,
): Promise<void> => {
  const actor: Sender['actor'] =
    who.kind === 'desktop' ? who : { kind: 'account', accountID: accountOf(who) };
  const closing = { uploadUUID, by: { actor, address: by.address } };
  return enqueueAt(context, tx, closing, context.clock.now());
};

const enqueueAt = ({ config }: Pick<Context, 'config'>, tx: Tx, closing: Closing, lastAt: Date) =>
  enqueue(tx, closeReception, closing, {
    key: jobKey(closeReception, closing.uploadUUID),
    runAt: after(lastAt, config.stow.quietMs),
  });

/**
 * Completes an upload made by store requests if no instance has arrived for a while. Does nothing if an assistant has completed
 * or cancelled the upload. Throws if instances arrive meanwhile, so that the job is tried again.
 */
const closeReceptionOf = async (context: Context, { uploadUUID, by }: Closing): Promise<void> => {
  const { db, clock, config } = context;
  const upload = await findOpenUpload(db, uploadUUID);
  const lastAt = upload && (await findLastReceived(db, uploadUUID));
  if (!upload || !lastAt) return;
  if (after(lastAt, config.stow.quietMs) > clock.now())
    return enqueueAt(context, db, { uploadUUID, by }, lastAt);
  const patientID = await findPatientIDOfStudy(db, upload.studyID);
  // files on the card for unknown patients always name another patient than the card
  const holdIfDiffers = patientID !== config.stow.unknownPatientID;
  await completeUpload(context, by, uploadUUID, { finalFiles: 'all', holdIfDiffers, ifRepeated: 'hold' });
};

export const closeReception = job('complete-received-upload', {
  formerly: ['close-reception'],
  attempts: 12,
  pool: 'short',
  run: closeReceptionOf,
});
