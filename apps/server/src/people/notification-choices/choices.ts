import type { NotificationChannel, NotificationKind } from '@snimok/contract/people/notification-choices';
import type { Actor } from '../../platform/access/actor.ts';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/client.ts';
import { conflict, notFound } from '../../platform/errors/errors.ts';
import { deleteDigestItems } from '../../platform/notices/digest-items.ts';
import {
  lockSettings,
  nextDigestAt,
  NOT_FOR_RECEPTION,
  type SettingsRow,
  updateSettings,
} from '../../platform/notices/settings.ts';
import { textChannelsOf } from '../../platform/notices/text-messages.ts';
import { setLetterWanted } from '../accounts/account-rows/letter-choices.ts';
import { sentences } from './sentences.ts';

type Channels = readonly NotificationChannel[];

const ALL: Channels = ['mail', 'digest', 'push', 'sms', 'messenger'];

/** Messages cause no single letters, because one conversation would cause many letters. */
const OF_MESSAGES: Channels = ['digest', 'push', 'sms', 'messenger'];

const OF_CLIENTS: Record<NotificationKind, Channels> = {
  studies: ALL,
  reports: ALL,
  bookings: ALL,
  messages: OF_MESSAGES,
  shares: ALL,
  requests: ALL,
  'sign-ins': ['mail', 'push'],
};

/** The channels of each kind for this actor on this portal; kinds that the actor never gets are left out. */
export const channelsFor = (
  { config }: Pick<Context, 'config'>,
  who: Actor,
): Map<NotificationKind, NotificationChannel[]> => {
  const texts: Channels = textChannelsOf(config);
  const isServed = (channel: NotificationChannel) =>
    texts.includes(channel) || (channel !== 'sms' && channel !== 'messenger');
  const served = Object.entries(channelsOfKinds(config, who)) as [NotificationKind, Channels][];
  return new Map(served.map(([kind, channels]) => [kind, channels.filter(isServed)]));
};

const channelsOfKinds = (
  { chatEnabled, scheduleEnabled }: Context['config'],
  who: Actor,
): Partial<Record<NotificationKind, Channels>> => {
  if (who.kind === 'assistant')
    return {
      ...(chatEnabled && who.rights.has('messenger') && { messages: ['push'] as const }),
      'sign-ins': ['mail', 'push'],
    };
  if (who.kind !== 'doctor') return {};
  const kinds = Object.entries(OF_CLIENTS) as [NotificationKind, Channels][];
  return Object.fromEntries(
    kinds.filter(
      ([kind]) =>
        !(who.role === 'reception' && NOT_FOR_RECEPTION.includes(kind)) &&
        (kind !== 'messages' || chatEnabled) &&
        (kind !== 'bookings' || scheduleEnabled),
    ),
  );
};

type Chosen = Pick<SettingsRow, 'declinedPush' | 'smsKinds' | 'messengerKinds' | 'digestKinds' | 'phone'>;

export const NOTHING_CHOSEN: Chosen = {
  declinedPush: [],
  smsKinds: [],
  messengerKinds: [],
  digestKinds: [],
  phone: null,
};

export const isWanted = (
  { declinedPush, smsKinds, messengerKinds, digestKinds, phone }: Chosen,
  declinedLetters: string[],
  kind: NotificationKind,
  channel: NotificationChannel,
): boolean => {
  switch (channel) {
    case 'mail':
      return !declinedLetters.includes(kind);
    case 'digest':
      return declinedLetters.includes(kind) && digestKinds.includes(kind);
    case 'push':
      return !declinedPush.includes(kind);
    case 'sms':
      return phone !== null && smsKinds.includes(kind);
    case 'messenger':
      return phone !== null && messengerKinds.includes(kind);
  }
};

interface Choice {
  kind: NotificationKind;
  channel: NotificationChannel;
  wanted: boolean;
}

/** Changes one choice. Locks the settings, so that choices of two open pages do not overwrite each other. */
export const choose = async (
  context: Context,
  tx: Tx,
  who: Actor,
  accountID: number,
  choice: Choice,
): Promise<void> => {
  const { kind, channel, wanted } = choice;
  if (!channelsFor(context, who).get(kind)?.includes(channel)) throw notFound(sentences.noSuchNotification);
  const settings = await lockSettings(tx, accountID);
  const listed = (kinds: string[], isListed: boolean) => [
    ...kinds.filter((one) => one !== kind),
    ...(isListed ? [kind] : []),
  ];
  const change = (changes: Partial<SettingsRow>) => updateSettings(tx, accountID, changes);
  switch (channel) {
    case 'mail':
    case 'digest':
      return chooseLetters(context, tx, settings, choice);
    case 'push':
      return change({ declinedPush: listed(settings.declinedPush, !wanted) });
    case 'sms':
      requirePhone(settings, wanted);
      return change({ smsKinds: listed(settings.smsKinds, wanted) });
    case 'messenger':
      requirePhone(settings, wanted);
      return change({ messengerKinds: listed(settings.messengerKinds, wanted) });
  }
};

const requirePhone = ({ phone }: SettingsRow, wanted: boolean): void => {
  if (wanted && phone === null) throw conflict(sentences.phoneNotConfirmed);
};

/** A kind is sent either as single letters or as lines of the digest. */
const chooseLetters = async (
  { config, clock }: Context,
  tx: Tx,
  settings: SettingsRow,
  { kind, channel, wanted }: Choice,
): Promise<void> => {
  const { accountID, digestKinds } = settings;
  const inDigest = channel === 'digest' && wanted;
  // switching `mail` off does not remove a kind from the digest
  if (channel === 'digest' || wanted) {
    const others = digestKinds.filter((one) => one !== kind);
    const kinds = inDigest ? [...others, kind] : others;
    await updateSettings(tx, accountID, {
      digestKinds: kinds,
      nextDigestAt:
        kinds.length === 0
          ? null
          : (settings.nextDigestAt ?? nextDigestAt(settings, config.timeZone, clock.now())),
    });
    if (!inDigest) await deleteDigestItems(tx, accountID, kind);
  }
  if (channel === 'mail') await setLetterWanted(tx, accountID, kind, wanted);
  else if (wanted) await setLetterWanted(tx, accountID, kind, false);
};

export const chooseSchedule = async (
  { config, clock }: Context,
  tx: Tx,
  accountID: number,
  { every, hour }: { every: string; hour: number },
): Promise<void> => {
  const { digestKinds } = await lockSettings(tx, accountID);
  const schedule = { digestEvery: every, digestHour: hour };
  const next = nextDigestAt(schedule, config.timeZone, clock.now());
  await updateSettings(tx, accountID, {
    ...schedule,
    nextDigestAt: digestKinds.length === 0 ? null : next,
  });
};
