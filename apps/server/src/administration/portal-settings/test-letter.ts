import { randomUUID } from 'node:crypto';
import type { MailSettings } from '@snimok/contract/administration/portal-settings';
import { settingRow } from '@snimok/contract/administration/portal-settings';
import { wrongSetting } from '@snimok/contract/administration/setting-kinds';
import type { z } from 'zod';
import { countAttempt } from '../../people/accounts/limits/throttle.ts';
import type { Context } from '../../platform/context.ts';
import { invalid, Problem } from '../../platform/errors/errors.ts';
import { layout } from '../../platform/letters/layout.ts';
import { findContacts } from '../../platform/letterhead/letterhead.ts';
import { MessageRefusal } from '../../platform/outside/message-refusal.ts';
import { configWith } from '../../platform/stored-settings/effective-config.ts';
import { openMail } from '../../platform/stored-settings/open-mail.ts';
import { listStoredSettings } from '../../platform/stored-settings/queries.ts';
import { HOUR_MS } from '../../platform/time-and-sizes/duration.ts';
import { sentences } from './sentences.ts';

const LETTERS_HOURLY = 20;

/**
 * Sends a letter at once, with settings that may not be saved yet. Throws 400 for settings that the portal does not accept, and
 * 422 with the sentence of the mail server.
 */
export const sendTestLetterTo = async (
  context: Context,
  to: string,
  settings: z.output<typeof MailSettings>,
): Promise<void> => {
  const { db, config, secrets, clock } = context;
  const limit = { key: 'test-letters', attempts: LETTERS_HOURLY, windowMs: HOUR_MS };
  await countAttempt(context, [limit], sentences.tooManyLetters);
  const stored = await listStoredSettings(db, secrets);
  for (const [name, text] of Object.entries(settings)) {
    if (text) stored.set(name, text);
    else if (text === null) stored.delete(name);
  }
  const { config: next, ignored } = configWith(config, stored);
  const wrong = Object.keys(settings).find((name) => ignored.has(name));
  const row = wrong && settingRow(wrong);
  if (row) throw invalid(wrongSetting(row));
  const mail = openMail(next);
  try {
    await mail.send({
      messageID: `<${randomUUID()}@${new URL(config.publicURL).hostname}>`,
      writtenAt: clock.now(),
      to,
      subject: sentences.testSubject,
      ...layout(sentences.testSubject, [sentences.testText, sentences.testArrived], await findContacts(db)),
    });
  } catch (cause) {
    if (cause instanceof MessageRefusal) throw new Problem(422, cause.message);
    throw cause;
  } finally {
    mail.close();
  }
};
