import { ASSISTANTS_CHANNEL, userChannel } from '@snimok/contract/realtime';
import { forbidden } from '../errors.ts';
import { sentences } from '../sentences.ts';
import type { Actor } from './actor.ts';

/** A row that belongs to a doctor. */
interface Owned {
  doctorID: number;
}

/** What an actor may do with a row it sees. No other file compares roles. */
const rules = {
  'doctor.see': (who: Actor) => who.kind === 'assistant' || who.kind === 'desktop',
  'doctor.manage': (who: Actor) => who.kind === 'assistant',
  'list.export': (who: Actor) => who.kind === 'assistant',
  'banner.change': (who: Actor) => who.kind === 'assistant',
  'banner.see': (who: Actor) => who.kind === 'doctor',
  'patient.see-history': (who: Actor) => who.kind === 'assistant',
  'patient.create': (who: Actor) => who.kind === 'assistant' || who.kind === 'desktop',
  'patient.manage': (who: Actor) => who.kind === 'assistant',
  'patient.delete': (who: Actor) => who.kind === 'assistant',
  /** A doctor with whom the patient was shared cannot share it further. */
  'patient.share': (who: Actor, patient: Owned) =>
    who.kind === 'doctor' && who.accountID === patient.doctorID,
  'study.create': (who: Actor) => who.kind === 'assistant' || who.kind === 'desktop',
  'study.edit': (who: Actor) => who.kind === 'assistant',
  'study.upload': (who: Actor) => who.kind === 'assistant' || who.kind === 'desktop',
  'study.copy': (who: Actor) => who.kind === 'assistant',
  'study.report': (who: Actor) => who.kind === 'assistant',
  'study.protest': (who: Actor) => who.kind === 'assistant',
  'study.correct-arch': (who: Actor) => who.kind === 'assistant',
  'study.request-segmentation': (who: Actor) => who.kind === 'doctor',
  'study.archive': (who: Actor) => who.kind === 'assistant',
  'study.delete': (who: Actor) => who.kind === 'assistant',
  'study.restore': (who: Actor, study: Owned) =>
    who.kind === 'assistant' || (who.kind === 'doctor' && who.accountID === study.doctorID),
  'study.download': (who: Actor) =>
    who.kind === 'assistant' || who.kind === 'doctor' || (who.kind === 'share' && who.flags.has('download')),
  /** Either right of an external share lets the recipient's viewer read the images. */
  'study.read-dicom': (who: Actor) =>
    who.kind === 'assistant' ||
    who.kind === 'doctor' ||
    (who.kind === 'share' && (who.flags.has('download') || who.flags.has('remote-viewer'))),
  'study.view-online': (who: Actor) =>
    who.kind === 'assistant' ||
    ((who.kind === 'doctor' || who.kind === 'share') && who.flags.has('remote-viewer')),
  /** The annotations of an external recipient are not saved. */
  'study.annotate': (who: Actor) => who.kind === 'assistant' || who.kind === 'doctor',
  'study.see-annotations': (who: Actor) =>
    who.kind === 'assistant' || who.kind === 'doctor' || (who.kind === 'share' && who.showMarks),
  'study.see-picture': (who: Actor) => who.kind === 'assistant' || who.kind === 'doctor',
  'study.share-outside': (who: Actor) => who.kind === 'assistant',
  'schedule.book': (who: Actor) => who.kind === 'doctor' && who.flags.has('schedule'),
  'schedule.manage': (who: Actor) => who.kind === 'assistant',
  'messenger.answer': (who: Actor) => who.kind === 'assistant',
  'chat.write': (who: Actor) => who.kind === 'doctor',
  'desktop.grant': (who: Actor) => who.kind === 'assistant',
  /** A realtime channel: the assistants' channel, or the channel of the actor's own account. */
  'channel.read': (who: Actor, channel: string) =>
    (who.kind === 'assistant' && channel === ASSISTANTS_CHANNEL) ||
    ('accountID' in who && channel === userChannel(who.accountID)),
} as const;

type Action = keyof typeof rules;
type ResourceOf<A extends Action> =
  Parameters<(typeof rules)[A]> extends [Actor, infer Resource] ? [Resource] : [];

export const may = <A extends Action>(who: Actor, action: A, ...resource: ResourceOf<A>): boolean =>
  (rules[action] as (who: Actor, ...resource: unknown[]) => boolean)(who, ...resource);

export const authorize = <A extends Action>(who: Actor, action: A, ...resource: ResourceOf<A>): void => {
  if (!may(who, action, ...resource)) throw forbidden(sentences.forbidden);
};
