import type { Context } from '../context.ts';
import type { Db } from '../db/client.ts';
import { findContacts } from '../letterhead/letterhead.ts';
import { handle } from '../jobs/jobs.ts';
import { deliverer } from '../outbox/deliver.ts';
import type { Outbox } from '../outbox/outbox.ts';
import { FOR_A_DAY } from '../outbox/retry-schedule.ts';
import { MessageRefusal } from '../outside/message-refusal.ts';
import { sendLetter } from './jobs.ts';
import { insertLetter, type NewLetter, type PendingLetter, pendingLetters, saveAttempt } from './queries.ts';
import { EXPIRED, isExpired } from './secret-letters.ts';
import { type LetterFacts, render, type Template } from './templates.ts';

/** The error shown for a letter that could not be rendered. */
const RENDER_FAILED = 'Письмо не удалось составить';

const send = async ({ config, mail, clock }: Context, db: Db, letter: PendingLetter): Promise<void> => {
  if (isExpired(config, letter, clock.now())) throw new MessageRefusal(EXPIRED, { isPermanent: true });
  try {
    await mail.send({
      messageID: `<${letter.messageUUID}@${new URL(config.publicURL).hostname}>`,
      writtenAt: letter.createdAt,
      to: letter.recipient,
      ...render(letter.template as Template, letter.facts as LetterFacts[Template], await findContacts(db)),
    });
  } catch (cause) {
    throw cause instanceof MessageRefusal ? cause : new MessageRefusal(RENDER_FAILED, { cause });
  }
};

export const letterOutbox: Outbox<'letterID', NewLetter, PendingLetter> = {
  name: 'letter',
  idName: 'letterID',
  job: sendLetter,
  delaysMinutes: FOR_A_DAY,
  insert: insertLetter,
  waiting: pendingLetters,
  send,
  save: saveAttempt,
  // the Message-ID identifies the letter in the mail server's log
  logged: ({ messageUUID }) => ({ messageUUID }),
};

/** @internal */
export const deliverLetter = deliverer(letterOutbox);

export const sendLetterJob = handle(sendLetter, { pool: 'letters', run: deliverLetter });
