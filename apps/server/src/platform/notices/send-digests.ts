import { NOTIFICATION_KINDS } from '@snimok/contract/people/notification-choices';
import type { Context } from '../context.ts';
import type { Tx } from '../db/client.ts';
import { enqueueLetter } from '../letters/letters.ts';
import { takeDigestItems } from './digest-items.ts';
import { lockSettings, nextDigestAt, updateSettings } from './settings.ts';

/** How many lines a letter shows. */
const SHOWN = 50;
const BATCH = 200;

/** Runs every minute: queues a letter for each digest that is due and has lines. */
export const sendDigests = async (context: Context): Promise<void> => {
  const { db, clock } = context;
  for (;;) {
    const due = await db
      .selectFrom('notificationSettings')
      .select('accountID')
      .where('nextDigestAt', '<=', clock.now())
      .orderBy('nextDigestAt')
      .limit(BATCH)
      .execute();
    for (const { accountID } of due)
      await db.transaction().execute((tx) => sendDigest(context, tx, accountID));
    if (due.length < BATCH) return;
  }
};

/** Locks the account's settings, so that two workers do not send the digest twice. */
const sendDigest = async ({ config, clock }: Context, tx: Tx, accountID: number): Promise<void> => {
  const settings = await lockSettings(tx, accountID);
  const now = clock.now();
  if (settings.nextDigestAt === null || settings.nextDigestAt > now) return;
  const isWanted = settings.digestKinds.length > 0;
  await updateSettings(tx, accountID, {
    nextDigestAt: isWanted ? nextDigestAt(settings, config.timeZone, now) : null,
  });
  const items = await takeDigestItems(tx, accountID);
  const account = await tx
    .selectFrom('accounts')
    .select(['name', 'email', 'role'])
    .where('id', '=', accountID)
    .where('disabledAt', 'is', null)
    .executeTakeFirst();
  if (items.length === 0 || !account) return;
  const shown = items.slice(0, SHOWN);
  await enqueueLetter(
    tx,
    'digest',
    { ofAccount: account.email },
    {
      name: account.name,
      isWeekly: settings.digestEvery === 'week',
      sections: NOTIFICATION_KINDS.flatMap((kind) => {
        const lines = shown.filter((item) => item.kind === kind);
        return lines.length === 0 ? [] : [{ kind, items: lines.map(({ title, path }) => ({ title, path })) }];
      }),
      more: items.length - shown.length,
      portalURL: `${config.publicURL}/${account.role === 'assistant' ? 'assistant-area' : 'doctor-area'}/`,
    },
  );
};
