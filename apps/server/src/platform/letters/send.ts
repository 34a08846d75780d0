import type { Kysely } from 'kysely';
import type { Context } from '../context.ts';
import type { Database } from '../db/schema.ts';
import { findContacts } from '../identity/identity.ts';
import { exclusively } from '../jobs/exclusively.ts';
import { MessageRefusal } from '../outside/message-refusal.ts';
import { enqueueAttempt } from './letters.ts';
import { findPendingLetter, markFailed, markRefused, markSent, type PendingLetter } from './queries.ts';
import { EXPIRED, isExpired } from './secret-letters.ts';
import { type LetterFacts, render, type Template } from './templates.ts';
import { nextAttemptAt } from './retry-schedule.ts';

/** The error shown for a letter that could not be rendered. */
const RENDER_FAILED = 'Письмо не удалось составить';

/**
 * Makes one attempt to send a letter. While the mail server receives it, no other worker sends it. If the worker dies after
 * the server's «250» and before the commit, the letter is sent again with the same Message-ID.
 */
export const deliverLetter = (context: Context, { letterID }: { letterID: number }): Promise<void> =>
  exclusively(context.db, `letter:${letterID}`, 'another worker is sending this letter', async (db) => {
    const letter = await findPendingLetter(db, letterID);
    if (letter) await attemptDelivery(context, db, letter);
  });

const attemptDelivery = async (
  { config, mail, clock, log }: Context,
  db: Kysely<Database>,
  letter: PendingLetter,
): Promise<void> => {
  const { id: letterID, attempts, recipient, messageUUID, createdAt } = letter;
  if (isExpired(config, letter, clock.now())) {
    log.warn({ letterID }, 'letter expired');
    return markFailed(db, letterID, { failedAt: clock.now(), lastError: EXPIRED });
  }
  try {
    await mail.send({
      messageID: `<${messageUUID}@${new URL(config.publicURL).hostname}>`,
      writtenAt: createdAt,
      to: recipient,
      ...render(letter.template as Template, letter.facts as LetterFacts[Template], await findContacts(db)),
    });
  } catch (cause) {
    const { message: lastError, isPermanent } =
      cause instanceof MessageRefusal ? cause : new MessageRefusal(RENDER_FAILED);
    const now = clock.now();
    const nextTryAt = isPermanent ? null : nextAttemptAt(attempts + 1, now);
    if (nextTryAt === null) {
      log.warn({ letterID }, 'letter given up');
      return markFailed(db, letterID, { failedAt: now, lastError });
    }
    log.warn({ letterID, nextTryAt }, 'letter not sent yet');
    return db.transaction().execute(async (tx) => {
      await markRefused(tx, letterID, { nextTryAt, lastError });
      await enqueueAttempt(tx, letterID, nextTryAt);
    });
  }
  await markSent(db, letterID, clock.now());
  // the Message-ID identifies the letter in the mail server's log
  log.info({ letterID, messageUUID }, 'letter sent');
};
