import { sql } from 'kysely';
import type { Context } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/db/client.ts';
import { DAY_MS } from '../../../platform/time-and-sizes/duration.ts';
import { enqueueLetter } from '../../../platform/letters/letters.ts';
import { momentOf } from '../../../platform/time-and-sizes/moment.ts';
import { notifyAccount } from '../../../platform/notices/notify.ts';
import type { Account } from '../account-rows/accounts.ts';
import { describeBrowser } from './describe-browser.ts';
import { networkOf, takeFirst } from '../limits/throttle.ts';

interface SignIn {
  account: Account;
  isKnownDevice: boolean;
  userAgent: string | undefined;
  address: string | null;
}

/** The same browser in the same network is reported only once in this time, even if it keeps no cookies. */
const REPORTED_ONCE_MS = 30 * DAY_MS;

/**
 * Call before the sign-in is recorded. Informs the owner of a sign-in from a device that the account has not used
 * before: on her devices, and by letter unless she declined such letters. The first sign-in of an account is not
 * reported, nor is a browser that looks like the browser of an open session.
 */
export const reportNewDevice = async (
  context: Context,
  tx: Tx,
  { account, isKnownDevice, userAgent, address }: SignIn,
): Promise<void> => {
  const { id, declinedLetters, passwordIsTemporary } = account;
  if (isKnownDevice || passwordIsTemporary) return;
  const agent = userAgent?.slice(0, 500) ?? '';
  const { isFirst, isOpenElsewhere } = await findFormer(context, tx, id, agent, address);
  if (isFirst || isOpenElsewhere) return;
  const key = `new-device:${id}:${networkOf(address ?? '')}:${agent}`;
  if (!(await takeFirst({ ...context, db: tx }, { key, windowMs: REPORTED_ONCE_MS }))) return;
  const { config, clock } = context;
  const { browser, system } = describeBrowser(agent);
  const area = account.role === 'assistant' ? 'assistant-area' : 'doctor-area';
  await notifyAccount(tx, { config, now: clock.now() }, id, {
    kind: 'sign-ins',
    about: `new-device:${id}`,
    path: `/${area}/profile`,
    title: 'Вход с нового устройства',
    body: 'Если это не вы, откройте профиль.',
  });
  if (declinedLetters.includes('sign-ins')) return;
  await enqueueLetter(
    tx,
    'new-device',
    { ofAccount: account.email },
    {
      name: account.name,
      moment: momentOf(clock.now(), config.timeZone),
      device: [browser, system].filter(Boolean).join(', ') || 'неизвестная программа',
      address: address ?? '',
      profileURL: `${config.publicURL}/${area}/profile`,
    },
  );
};

const findFormer = async (
  { clock }: Context,
  tx: Tx,
  accountID: number,
  agent: string,
  address: string | null,
) => {
  const { rows } = await sql<{ isFirst: boolean; isOpenElsewhere: boolean }>`
    select
      not exists (
        -- the expressions match the index audit_events_of_account
        select from audit_events
        where coalesce(doctor_id, actor_id) = ${accountID} and action = 'account.sign-in'
          and (action like 'account.%' or action like 'staff.%')
      ) as is_first,
      exists (
        select from sessions
        where account_id = ${accountID} and expires_at > ${clock.now()}
          and coalesce(user_agent, '') = ${agent} and address is not distinct from ${address}
      ) as is_open_elsewhere`.execute(tx);
  return rows[0] ?? { isFirst: true, isOpenElsewhere: false };
};
