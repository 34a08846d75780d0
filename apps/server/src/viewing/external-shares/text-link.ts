import type { Config } from '../../platform/settings/config.ts';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/client.ts';
import { invalid, notFound } from '../../platform/errors/errors.ts';
import type { TypedAddress } from '../../platform/letters/recipients.ts';
import { normalizePhone } from '@snimok/contract/values/phone-numbers';
import { sendTextMessage, textChannelsOf } from '../../platform/notices/text-messages.ts';
import type { ShareRow } from './queries.ts';
import { shareURLOf } from './shares.ts';
import { sentences } from '../../people/notification-choices/sentences.ts';

export const canTextLinks = (config: Config): boolean => textChannelsOf(config).includes('sms');

/** The phone number in E.164. */
export const requirePhone = (config: Config, typed: string): string => {
  if (!canTextLinks(config)) throw notFound(sentences.noTextMessages);
  const phone = normalizePhone(typed);
  if (phone === null) throw invalid(sentences.badPhone);
  return phone;
};

/** The value of `notices.about` for the text message with a patient's link. */
export const aboutLink = (studyID: number, shareUUID: string): string =>
  `patient-access:${studyID}:${shareUUID}`;

/** Queues the link to the patient, without the PIN and without a name. */
export const textLink = async (
  context: Context,
  tx: Tx,
  share: ShareRow,
  to: TypedAddress,
): Promise<void> => {
  await sendTextMessage(tx, {
    to,
    link: shareURLOf(context, share),
    text: 'Ваш снимок готов. Нужен ПИН-код, который вам передадут отдельно.',
    reason: 'patient-access',
    about: aboutLink(share.studyID, share.uuid),
    isSecret: true,
    now: context.clock.now(),
  });
};
