import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/client.ts';
import { enqueueLetter } from '../../platform/letters/letters.ts';
import { momentOf } from '../../platform/time-and-sizes/moment.ts';
import { findAccountName } from '../../people/accounts/account-rows/accounts.ts';
import { listAdministrators } from '../../people/accounts/account-rows/administrators.ts';
import type { lockErasure } from './queries.ts';

type Confirmed = Pick<
  Awaited<ReturnType<typeof lockErasure>>,
  'patientID' | 'requestedBy' | 'decidedBy' | 'eraseAt'
>;

/** Letters to every administrator: who erases which card and when, while it can still be stopped. Without the patient's name. */
export const writeToAdministrators = async (
  { config }: Pick<Context, 'config'>,
  tx: Tx,
  uuid: string,
): Promise<void> => {
  const { patientID, requestedBy, decidedBy, eraseAt }: Confirmed = await tx
    .selectFrom('erasures')
    .select(['patientID', 'requestedBy', 'decidedBy', 'eraseAt'])
    .where('uuid', '=', uuid)
    .executeTakeFirstOrThrow();
  const nameOf = async (accountID: number | null) => (accountID ? findAccountName(tx, accountID) : '');
  const facts = {
    patientID,
    requestedBy: await nameOf(requestedBy),
    confirmedBy: await nameOf(decidedBy),
    moment: config.erasures.delayMs === 0 || !eraseAt ? null : momentOf(eraseAt, config.timeZone),
    erasuresURL: `${config.publicURL}/assistant-area/erasures`,
  };
  for (const { name, email } of await listAdministrators(tx))
    await enqueueLetter(tx, 'erasure-confirmed', { ofAccount: email }, { name, ...facts });
};
