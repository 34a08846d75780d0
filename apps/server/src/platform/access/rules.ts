import { ASSISTANTS_CHANNEL, userChannel } from '@snimok/contract/realtime';
import { forbidden } from '../errors.ts';
import { sentences } from '../sentences.ts';
import type { Actor } from './actor.ts';
import type { StaffRight } from '@snimok/contract/staff';

/** A row that belongs to a doctor. */
interface Owned {
  doctorID: number;
}

const isStaff = (who: Actor, right: StaffRight): boolean => who.kind === 'assistant' && who.rights.has(right);

/** What an actor may do with a row it sees. No other file compares roles. */
const rules = {
  'doctor.see': (who: Actor) => who.kind === 'assistant' || who.kind === 'desktop',
  'doctor.manage': (who: Actor) => isStaff(who, 'clients'),
  'staff.manage': (who: Actor) => isStaff(who, 'admin'),
  'list.export': (who: Actor) => isStaff(who, 'export'),
  'banner.change': (who: Actor) => isStaff(who, 'banner'),
  'banner.see': (who: Actor) => who.kind === 'doctor',
  'patient.see-history': (who: Actor) => isStaff(who, 'history'),
  'patient.create': (who: Actor) => isStaff(who, 'studies') || who.kind === 'desktop',
  'patient.manage': (who: Actor) => isStaff(who, 'studies'),
  'patient.delete': (who: Actor) => isStaff(who, 'studies'),
  /** A doctor with whom the patient was shared cannot share it further. */
  'patient.share': (who: Actor, patient: Owned) =>
    who.kind === 'doctor' && who.accountID === patient.doctorID,
  'study.create': (who: Actor) => isStaff(who, 'studies') || who.kind === 'desktop',
  'study.edit': (who: Actor) => isStaff(who, 'studies'),
  'study.upload': (who: Actor) => isStaff(who, 'studies') || who.kind === 'desktop',
  'study.copy': (who: Actor) => isStaff(who, 'studies'),
  'study.report': (who: Actor) => isStaff(who, 'reports'),
  'study.protest': (who: Actor) => isStaff(who, 'studies'),
  'study.correct-arch': (who: Actor) => isStaff(who, 'studies'),
  'study.request-segmentation': (who: Actor) => who.kind === 'doctor',
  'study.segment': (who: Actor) => who.kind === 'assistant' || who.kind === 'doctor',
  'study.archive': (who: Actor) => isStaff(who, 'studies'),
  'study.delete': (who: Actor) => isStaff(who, 'studies'),
  'study.restore': (who: Actor, study: Owned) =>
    isStaff(who, 'studies') || (who.kind === 'doctor' && who.accountID === study.doctorID),
  'study.download': (who: Actor) =>
    isStaff(who, 'studies') || who.kind === 'doctor' || (who.kind === 'share' && who.flags.has('download')),
  /** Either right of an external share lets the recipient's viewer read the images. */
  'study.read-dicom': (who: Actor) =>
    isStaff(who, 'studies') ||
    who.kind === 'doctor' ||
    (who.kind === 'share' && (who.flags.has('download') || who.flags.has('remote-viewer'))),
  'study.view-online': (who: Actor) =>
    isStaff(who, 'studies') ||
    ((who.kind === 'doctor' || who.kind === 'share') && who.flags.has('remote-viewer')),
  /** The annotations of an external recipient are not saved. */
  'study.annotate': (who: Actor) => isStaff(who, 'studies') || who.kind === 'doctor',
  'study.see-annotations': (who: Actor) =>
    isStaff(who, 'studies') || who.kind === 'doctor' || (who.kind === 'share' && who.showMarks),
  'study.see-picture': (who: Actor) => isStaff(who, 'studies') || who.kind === 'doctor',
  'study.share-outside': (who: Actor) => isStaff(who, 'studies'),
  'schedule.book': (who: Actor) => who.kind === 'doctor' && who.flags.has('schedule'),
  'schedule.manage': (who: Actor) => isStaff(who, 'booking'),
  /** The upload program records the patient of a booking whose images an X-ray machine sends. */
  'schedule.record-arrival': (who: Actor) => isStaff(who, 'booking') || who.kind === 'desktop',
  'worklist.read': (who: Actor) => isStaff(who, 'studies') || who.kind === 'desktop',
  'messenger.answer': (who: Actor) => isStaff(who, 'messenger'),
  'chat.write': (who: Actor) => who.kind === 'doctor',
  'desktop.grant': (who: Actor) => isStaff(who, 'programs'),
  /** A realtime channel: the assistants' channel, or the channel of the actor's own account. */
  'channel.read': (who: Actor, channel: string) =>
    (isStaff(who, 'messenger') && channel === ASSISTANTS_CHANNEL) ||
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
