import { randomUUID } from 'node:crypto';
import { findAccountByEmail, findAccountByID } from '../../people/accounts/account-rows/accounts.ts';
import { sharePatientInside } from '../../people/patient-shares/share-patient.ts';
import { lockPatientOrKept } from '../../people/patients/merged-patients.ts';
import type { Initiator } from '../../platform/audit/record.ts';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/client.ts';
import { transactionAgain } from '../../platform/db/transaction-again.ts';
import { handle } from '../../platform/jobs/jobs.ts';
import { shareReferredStudy } from '../../studies/studies/referred-study.ts';
import { offersLinksOfDoctors, offersViewer } from '../../viewing/external-shares/caller.ts';
import { insertShareOf } from '../../viewing/external-shares/shares.ts';
import { lockReferralsToShare, updateShared } from './queries.ts';

/**
 * The job that gives the recipients of a referral access to its published study: doctors of the portal get the patient, others
 * a link to the study. Runs after every publication; the second run does nothing. If the study now belongs to another client,
 * the sender can no longer give access to it.
 * @internal
 */
export const shareReferredStudyOf = (context: Context, { studyID }: { studyID: number }): Promise<void> =>
  transactionAgain(context.db, async (tx) => {
    const study = await tx
      .selectFrom('studies')
      .select('patientID')
      .where('id', '=', studyID)
      .executeTakeFirst();
    if (!study) return;
    // locked before the referral, as an acceptance and a merge do
    await lockPatientOrKept(tx, study.patientID);
    for (const referral of await lockReferralsToShare(tx, studyID)) {
      if (referral.doctorID === referral.senderID) await shareWithRecipients(context, tx, studyID, referral);
      await updateShared(tx, referral.uuid, context.clock.now());
    }
  });

type ToShare = Awaited<ReturnType<typeof lockReferralsToShare>>[number];

const shareWithRecipients = async (
  context: Context,
  tx: Tx,
  studyID: number,
  referral: ToShare,
): Promise<void> => {
  const { patientID, doctorID, doctorName, isOpen, creatorID, recipientClients, recipientEmails } = referral;
  const by: Initiator = { actor: { kind: 'account', accountID: creatorID }, address: null };
  const colleagues = new Set(recipientClients);
  const outside: string[] = [];
  for (const email of recipientEmails) {
    const account = await findAccountByEmail(tx, email);
    // the patient is shared with the client if the e-mail belongs to one of its people
    if (account?.role === 'doctor') colleagues.add(account.clientID ?? account.id);
    else outside.push(email);
  }
  colleagues.delete(doctorID);
  for (const id of colleagues) {
    const colleague = await findAccountByID(tx, id);
    if (!colleague || colleague.disabledAt) continue;
    await sharePatientInside(context, tx, by, { id: patientID, doctorID, doctorName }, colleague);
  }
  if (!offersLinksOfDoctors(context.config) || !isOpen) return;
  const study = { ...referral, id: studyID };
  const flags = ['download', ...(offersViewer(context.config) ? ['remote-viewer'] : [])];
  for (const email of outside)
    await insertShareOf(context, tx, by, study, {
      uuid: randomUUID(),
      email,
      flags,
      showMarks: false,
      pin: null,
      creatorID,
      sender: doctorID,
    });
};

export const shareReferredStudyJob = handle(shareReferredStudy, { pool: 'short', run: shareReferredStudyOf });
