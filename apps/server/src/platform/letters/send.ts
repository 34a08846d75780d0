import { type Kysely, sql } from 'kysely';
import type { Context } from '../context.ts';
import type { Database } from '../db/schema.ts';
import { MailRefusal } from '../outside/mail/mail.ts';
import { enqueueAttempt } from './letters.ts';
import { findPendingLetter, markFailed, markRefused, markSent, type PendingLetter } from './queries.ts';
import { type LetterFacts, render, type Template } from './templates.ts';
import { nextAttemptAt } from './tries.ts';

/** What refuses a letter that we ourselves cannot write. */
const RENDER_FAILED = 'Письмо не удалось составить';

/**
 * One try. While the mail server has the letter nothing is locked but its number, for other workers: withdrawing it
 * does not wait. A worker killed between the server's «250» and our commit sends it again, under the same Message-ID.
 */
export const deliverLetter = async (context: Context, { letterID }: { letterID: number }): Promise<void> => {
  await context.db.connection().execute(async (db) => {
    // its holder may be dead, which the database notices later than those who took over its jobs
    if (!(await lock(db, letterID))) throw new Error('another worker has this letter');
    try {
      const letter = await findPendingLetter(db, letterID);
      if (letter) await attemptDelivery(context, db, letter);
    } finally {
      await unlock(db, letterID);
    }
  });
};

const attemptDelivery = async (
  { config, mail, clock, log }: Context,
  db: Kysely<Database>,
  letter: PendingLetter,
): Promise<void> => {
  const { id: letterID, attempts, recipient, messageUUID, createdAt } = letter;
  try {
    await mail.send({
      messageID: `<${messageUUID}@${new URL(config.publicURL).hostname}>`,
      writtenAt: createdAt,
      to: recipient,
      ...render(letter.template as Template, letter.facts as LetterFacts[Template]),
    });
  } catch (cause) {
    const { message: lastError, isPermanent: forGood } =
      cause instanceof MailRefusal ? cause : new MailRefusal(RENDER_FAILED, false);
    const now = clock.now();
    const nextTryAt = forGood ? null : nextAttemptAt(attempts + 1, now);
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
  // the mail server's log knows the letter by its Message-ID
  log.info({ letterID, messageUUID }, 'letter sent');
};

/** Held by the database session, so that it dies with its holder. False when another worker has the letter just now. */
const lock = async (db: Kysely<Database>, letterID: number): Promise<boolean> => {
  const { rows } = await sql<{
    held: boolean;
  }>`select pg_try_advisory_lock(${lockKeyOf(letterID)}) as held`.execute(db);
  return rows[0]?.held ?? false;
};

const unlock = async (db: Kysely<Database>, letterID: number): Promise<void> => {
  await sql`select pg_advisory_unlock(${lockKeyOf(letterID)})`.execute(db);
};

const lockKeyOf = (letterID: number) => sql`hashtextextended(${`letter:${letterID}`}, 0)`;
