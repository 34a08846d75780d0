import type { Context } from '../context.ts';
import { type LetterFacts, render, type Template } from './templates.ts';

/**
 * Hands one letter over. The row is locked while the mail server has it, so that two workers do not send it twice;
 * once sent, its facts are emptied: a password may stand in them.
 */
export const deliverLetter = async (
  { db, mail, clock, log }: Context,
  { letterID }: { letterID: number },
) => {
  const failure = await db.transaction().execute(async (tx) => {
    const letter = await tx
      .selectFrom('letters')
      .select(['id', 'template', 'recipient', 'facts'])
      .where('id', '=', letterID)
      .where('sentAt', 'is', null)
      .forUpdate()
      .executeTakeFirst();
    if (!letter) return null;
    const template = letter.template as Template;
    try {
      await mail.send({ to: letter.recipient, ...render(template, letter.facts as LetterFacts[Template]) });
    } catch (cause) {
      const words = cause instanceof Error ? cause.message : String(cause);
      await tx
        .updateTable('letters')
        .set((eb) => ({ attempts: eb('attempts', '+', 1), lastError: words.slice(0, 1000) }))
        .where('id', '=', letterID)
        .execute();
      return cause;
    }
    await tx
      .updateTable('letters')
      .set((eb) => ({ attempts: eb('attempts', '+', 1), sentAt: clock.now(), lastError: null, facts: '{}' }))
      .where('id', '=', letterID)
      .execute();
    return null;
  });
  if (failure === null) return;
  log.warn({ letterID }, 'letter not sent yet');
  throw new Error(`letter ${letterID} was not taken by the mail server`);
};
