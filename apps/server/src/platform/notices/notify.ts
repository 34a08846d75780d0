import type { NotificationKind } from '@snimok/contract/people/notification-choices';
import { sql } from 'kysely';
import type { Config } from '../settings/config.ts';
import type { Tx } from '../db/client.ts';
import { DAY_MS, HOUR_MS } from '../time-and-sizes/duration.ts';
import { addMessage } from '../outbox/outbox.ts';
import { after } from '../time-and-sizes/clock.ts';
import { noticeOutbox } from './deliver.ts';
import { deleteDigestItemsAbout, insertDigestItem } from './digest-items.ts';
import { listLiveSubscriptions } from './push-subscriptions.ts';
import { deleteWaitingAbout, hasNoticeSince } from './queries.ts';
import { NOT_FOR_RECEPTION } from './settings.ts';
import { sendTextMessage, textChannelsOf } from './text-messages.ts';

/** A notice to people, in addition to letters. Locked screens show title and body, so these never name a patient. */
interface Notice {
  kind: NotificationKind;
  /** what the notice is about, as in letters: `study:12` */
  about: string;
  title: string;
  body: string;
  /** the path of the page that shows the thing, below the portal's address */
  path: string;
  /** the line of a digest, with at most a patient's initials; default: the title */
  line?: string;
  /** whether receptionists do not get this notice, although they get others of its kind */
  onlyClinicians?: boolean;
}

interface Setting {
  config: Pick<Config, 'textGateways' | 'publicURL'>;
  now: Date;
}

interface Recipient {
  id: number;
  declinedLetters: string[];
  declinedPush: string[];
  smsKinds: string[];
  messengerKinds: string[];
  digestKinds: string[];
  phone: string | null;
}

/**
 * Notifies all people of a client on their devices, by text message and in digests, as each of them has chosen. The caller
 * sends letters.
 */
export const notifyClient = async (
  tx: Tx,
  setting: Setting,
  clientID: number,
  notice: Notice,
): Promise<void> => {
  const isForReception = !(notice.onlyClinicians ?? NOT_FOR_RECEPTION.includes(notice.kind));
  await notifyAll(
    tx,
    setting,
    notice,
    await listRecipients(
      tx,
      sql`(a.id = ${clientID} or a.client_id = ${clientID})
      and (${isForReception} or a.client_role is distinct from 'reception')`,
    ),
  );
};

/** Notifies one account in the same ways. */
export const notifyAccount = async (
  tx: Tx,
  setting: Setting,
  accountID: number,
  notice: Notice,
): Promise<void> => notifyAll(tx, setting, notice, await listRecipients(tx, sql`a.id = ${accountID}`));

/** Notifies all assistants who have a right, in the same ways. */
export const notifyAssistants = async (
  tx: Tx,
  setting: Setting,
  right: string,
  notice: Notice,
): Promise<void> =>
  notifyAll(
    tx,
    setting,
    notice,
    await listRecipients(tx, sql`a.role = 'assistant' and ${right} = any(a.rights)`),
  );

/** Deletes notices and lines of digests that are not sent yet. Call it when the reason for them no longer applies. */
export const withdrawNoticesAbout = async (tx: Tx, about: string): Promise<void> => {
  await deleteWaitingAbout(tx, about);
  await deleteDigestItemsAbout(tx, about);
};

const listRecipients = async (tx: Tx, where: ReturnType<typeof sql>): Promise<Recipient[]> => {
  const { rows } = await sql<Recipient>`
    select a.id, a.declined_letters, coalesce(s.declined_push, '{}') as declined_push,
      coalesce(s.sms_kinds, '{}') as sms_kinds, coalesce(s.messenger_kinds, '{}') as messenger_kinds,
      coalesce(s.digest_kinds, '{}') as digest_kinds, s.phone
    from accounts a left join notification_settings s on s.account_id = a.id
    where a.disabled_at is null and ${where} order by a.id`.execute(tx);
  return rows;
};

const notifyAll = async (
  tx: Tx,
  setting: Setting,
  notice: Notice,
  recipients: Recipient[],
): Promise<void> => {
  await pushToAll(tx, setting, notice, recipients);
  for (const recipient of recipients) {
    if (wantsDigest(recipient, notice.kind)) await insertDigestItem(tx, recipient.id, notice, setting.now);
    await textTo(tx, setting, notice, recipient);
  }
};

/** A kind is in the digest only if the account gets no single letters about it: otherwise it would be sent twice. */
const wantsDigest = ({ digestKinds, declinedLetters }: Recipient, kind: NotificationKind): boolean =>
  digestKinds.includes(kind) && declinedLetters.includes(kind);

const pushToAll = async (
  tx: Tx,
  { now }: Setting,
  { kind, about, title, body, path }: Notice,
  recipients: Recipient[],
): Promise<void> => {
  const wanting = recipients.filter(({ declinedPush }) => !declinedPush.includes(kind)).map(({ id }) => id);
  if (wanting.length === 0) return;
  const content = JSON.stringify({ title, body, path, tag: about });
  for (const { id: subscriptionID, accountID } of await listLiveSubscriptions(tx, wanting))
    await addMessage(tx, noticeOutbox, {
      channel: 'push',
      subscriptionID,
      accountID,
      content,
      reason: kind,
      about,
      createdAt: now,
      expiresAt: after(now, DAY_MS),
    });
};

const textTo = async (
  tx: Tx,
  { config, now }: Setting,
  { kind, about, title, body, path }: Notice,
  { id: accountID, phone, smsKinds, messengerKinds }: Recipient,
): Promise<void> => {
  if (phone === null) return;
  const wanted = { sms: smsKinds, messenger: messengerKinds };
  for (const channel of textChannelsOf(config)) {
    if (!wanted[channel].includes(kind)) continue;
    // a conversation causes at most one message an hour
    const recent = { accountID, channel, reason: kind };
    if (kind === 'messages' && (await hasNoticeSince(tx, recent, after(now, -HOUR_MS)))) continue;
    await sendTextMessage(tx, {
      to: { ofAccount: phone },
      text: `${title}. ${body}`,
      link: `${config.publicURL}${path}`,
      reason: kind,
      about,
      channel,
      accountID,
      now,
    });
  }
};
