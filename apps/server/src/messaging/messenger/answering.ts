import { accountOf } from '../../platform/access/actor.ts';
import { type Caller, record } from '../../platform/audit/record.ts';
import type { Context } from '../../platform/context.ts';
import { conflict, notFound } from '../../platform/errors/errors.ts';
import { publish } from '../../platform/realtime/publish.ts';
import { findDialog, listAnswerers, lockDialog, updateAnswerer } from './queries.ts';
import { sentences } from './sentences.ts';

/** Who answers a dialog: an assistant takes it, hands it over or releases it. */
export const setAnswererOf = (
  { db }: Context,
  { who, by }: Caller,
  dialogID: number,
  { accountID, insteadOf }: { accountID: number | null; insteadOf: number | null },
): ReturnType<typeof findDialog> =>
  db.transaction().execute(async (tx) => {
    await lockDialog(tx, dialogID);
    const { answererID, answererName } = await findDialog(tx, who, dialogID);
    if (answererID !== accountID) {
      if (answererID !== insteadOf)
        throw conflict(answererName === null ? sentences.notAnswered : sentences.answeredBy(answererName));
      const isAnswerer = (await listAnswerers(tx)).some(({ id }) => id === accountID);
      if (accountID !== null && !isAnswerer) throw notFound(sentences.cannotAnswer);
      await updateAnswerer(tx, dialogID, accountID);
      const details = { answererID: accountID };
      await record(tx, by, { action: 'dialog.assign', doctorID: dialogID, details });
      await publish(tx, ['assistants'], { type: 'dialog_changed', data: { dialogID } });
    }
    return findDialog(tx, who, dialogID);
  });

export const publishTypingOf = async ({ db }: Context, { who }: Caller, dialogID: number): Promise<void> => {
  const accountID = accountOf(who);
  const own = (await listAnswerers(db)).find(({ id }) => id === accountID);
  if (own)
    await publish(db, ['assistants'], {
      type: 'assistant_typing',
      data: { dialogID, accountID, name: own.name },
    });
};
