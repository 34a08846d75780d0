import { ASSISTANTS_CHANNEL, userChannel } from '@snimok/contract/platform/realtime';
import { forbidden } from '../errors/errors.ts';
import { sentences } from './sentences.ts';
import { type Actor, type DoctorActor, isLimited } from './actor.ts';
import type { StaffRight } from '@snimok/contract/people/staff';

/** A row that belongs to a doctor. */
interface Owned {
  doctorID: number;
}

/** Receptionists of a client see its patients and bookings, but no pictures. */
const isClinician = (who: Actor): who is DoctorActor => who.kind === 'doctor' && who.role !== 'reception';

/** A token has the rights of its scopes. */
const isStaff = (who: Actor, right: StaffRight): boolean =>
  (who.kind === 'assistant' || who.kind === 'token') && who.rights.has(right);

/** What an actor may do with a row it sees. No other file compares roles. */
const rules = {
  'doctor.see': (who: Actor) => who.kind === 'assistant' || who.kind === 'desktop' || who.kind === 'token',
  'doctor.manage': (who: Actor) => isStaff(who, 'clients'),
  'staff.manage': (who: Actor) => isStaff(who, 'admin'),
  /** See the state of the portal, have a backup made, and have the portal updated. */
  'health.see': (who: Actor) => isStaff(who, 'admin'),
  'integrations.manage': (who: Actor) => isStaff(who, 'programs') && isStaff(who, 'admin'),
  'list.export': (who: Actor) => isStaff(who, 'export'),
  'statistics.see': (who: Actor) => isStaff(who, 'export'),
  /** Import studies from an old archive. */
  'archive.import': (who: Actor) => isStaff(who, 'admin') && isStaff(who, 'studies'),
  /** Export everything that is stored about a patient. */
  'patient.export': (who: Actor) => isStaff(who, 'admin') && isStaff(who, 'studies'),
  'client-people.manage': (who: Actor) => who.kind === 'doctor' && who.role === 'owner',
  'banner.change': (who: Actor) => isStaff(who, 'banner'),
  'identity.change': (who: Actor) => isStaff(who, 'admin'),
  'settings.change': (who: Actor) => isStaff(who, 'admin'),
  'banner.see': (who: Actor) => who.kind === 'doctor',
  'patient.see-history': (who: Actor) => isStaff(who, 'history'),
  'patient.create': (who: Actor) => isStaff(who, 'studies') || who.kind === 'desktop',
  'patient.manage': (who: Actor) => isStaff(who, 'studies'),
  /** Move studies and patients, merge patients. */
  'patient.reassign': (who: Actor) => isStaff(who, 'studies'),
  'patient.change-client': (who: Actor) => isStaff(who, 'studies') && isStaff(who, 'clients'),
  'patient.delete': (who: Actor) => isStaff(who, 'studies'),
  'patient.erase': (who: Actor) => isStaff(who, 'admin'),
  'patient.see-views': (who: Actor, patient: Owned) => isClinician(who) && who.clientID === patient.doctorID,
  /** A doctor with whom the patient was shared cannot share it further. */
  'patient.share': (who: Actor, patient: Owned) => isClinician(who) && who.clientID === patient.doctorID,
  'study.create': (who: Actor) => isStaff(who, 'studies') || who.kind === 'desktop',
  'study.edit': (who: Actor) => isStaff(who, 'studies'),
  'study.upload': (who: Actor) => isStaff(who, 'studies') || who.kind === 'desktop',
  'study.copy': (who: Actor) => isStaff(who, 'studies'),
  'study.report': (who: Actor) => isStaff(who, 'reports'),
  /** Reports are texts for the people who treat the patient. */
  'study-report.read': (who: Actor) =>
    isStaff(who, 'studies') || isClinician(who) || (who.kind === 'share' && who.flags.has('download')),
  'study-report.write': (who: Actor) => isStaff(who, 'report-writing'),
  'study-report.request': (who: Actor) => isStaff(who, 'studies'),
  /** A doctor with whom the patient was shared does not ask for work in the owner's name. */
  'study-report.ask': (who: Actor, study: Owned) => isClinician(who) && who.clientID === study.doctorID,
  'report-template.manage': (who: Actor) => isStaff(who, 'report-writing') || isStaff(who, 'admin'),
  'study.protest': (who: Actor) => isStaff(who, 'studies'),
  'study.correct-arch': (who: Actor) => isStaff(who, 'studies'),
  'study.request-segmentation': (who: Actor) => isClinician(who),
  'study.segment': (who: Actor) => isStaff(who, 'studies') || isClinician(who),
  /** Authors of reports and the patient's own doctors accept or reject what a model proposes. */
  'study.decide-segmentation': (who: Actor, study: Owned) =>
    isStaff(who, 'report-writing') || (isClinician(who) && who.clientID === study.doctorID),
  'study.archive': (who: Actor) => isStaff(who, 'studies'),
  'study.delete': (who: Actor) => isStaff(who, 'studies'),
  'study.restore': (who: Actor, study: Owned) =>
    isStaff(who, 'studies') || (isClinician(who) && who.clientID === study.doctorID),
  'study.download': (who: Actor) =>
    isStaff(who, 'studies') ||
    isClinician(who) ||
    who.kind === 'receiver' ||
    (who.kind === 'share' && who.flags.has('download')),
  /** The viewer of a recipient reads the images if the external share permits the download or online viewing. */
  'study.read-dicom': (who: Actor) =>
    isStaff(who, 'studies') ||
    isClinician(who) ||
    (who.kind === 'share' && (who.flags.has('download') || who.flags.has('remote-viewer'))),
  'study.view-online': (who: Actor) =>
    isStaff(who, 'studies') || ((isClinician(who) || who.kind === 'share') && who.flags.has('remote-viewer')),
  /** A recipient of an external share has one study only. */
  'study.compare': (who: Actor) =>
    isStaff(who, 'studies') || (isClinician(who) && who.flags.has('remote-viewer')),
  /** The annotations of an external recipient are not saved. */
  'study.annotate': (who: Actor) => isStaff(who, 'studies') || isClinician(who),
  /** Only an actor whose annotations are saved can confirm what a model proposes. */
  'study.propose-landmarks': (who: Actor) => isStaff(who, 'studies') || isClinician(who),
  'study.see-annotations': (who: Actor) =>
    isStaff(who, 'studies') || isClinician(who) || (who.kind === 'share' && who.showMarks),
  /** An external share shows the patient's name, but not the birth date. */
  'study.see-birthday': (who: Actor) => isStaff(who, 'studies') || isClinician(who),
  /** Layouts and chosen implants belong to an account, and a recipient has none. */
  'viewer.keep-layouts': (who: Actor) => isStaff(who, 'studies') || isClinician(who),
  'viewer.choose-implants': (who: Actor) => isStaff(who, 'studies') || isClinician(who),
  'implants.manage': (who: Actor) => isStaff(who, 'admin'),
  /** A recipient who may download or view the images may see the picture made of them. */
  'study.see-picture': (who: Actor) =>
    isStaff(who, 'studies') || isClinician(who) || (who.kind === 'share' && who.flags.size > 0),
  /** A doctor with whom the patient was shared does not send links to the study. */
  'study.share-outside': (who: Actor, study: Owned) =>
    isStaff(who, 'studies') || (isClinician(who) && who.clientID === study.doctorID),
  /** A doctor with whom the patient was shared does not hand out the study. */
  'study.hand-to-patient': (who: Actor, study: Owned) =>
    isStaff(who, 'studies') || (isClinician(who) && who.clientID === study.doctorID),
  'schedule.book': (who: Actor) => who.kind === 'doctor' && who.flags.has('schedule'),
  /** A client does not book a patient that is shared with it; the owner does. */
  'patient.book': (who: Actor, patient: Owned) =>
    isStaff(who, 'booking') || (who.kind === 'doctor' && who.clientID === patient.doctorID),
  'schedule.manage': (who: Actor) => isStaff(who, 'booking'),
  /** The upload program records the patient of a booking whose images an X-ray machine sends. */
  'schedule.record-arrival': (who: Actor) => isStaff(who, 'booking') || who.kind === 'desktop',
  'worklist.read': (who: Actor) => isStaff(who, 'studies') || who.kind === 'desktop',
  /** The upload program reports the work of X-ray machines, and asks about the images that they have sent. */
  'worklist.report': (who: Actor) => isStaff(who, 'studies') || who.kind === 'desktop',
  /** Referrals are written by clinicians; receptionists neither write nor read them. */
  'referral.send': (who: Actor) => isClinician(who),
  'referral.decide': (who: Actor) => isStaff(who, 'studies'),
  'examination.manage': (who: Actor) => isStaff(who, 'admin'),
  'messenger.answer': (who: Actor) => isStaff(who, 'messenger'),
  'chat.write': (who: Actor) => who.kind === 'doctor',
  'desktop.grant': (who: Actor) => isStaff(who, 'programs'),
  'delivery.manage': (who: Actor) => isClinician(who),
  'delivery.receive': (who: Actor) => who.kind === 'receiver',
  /** A realtime channel: the assistants' channel, or the channel of the actor's own account. */
  'channel.read': (who: Actor, channel: string) =>
    (isStaff(who, 'messenger') && channel === ASSISTANTS_CHANNEL) ||
    ('accountID' in who && channel === userChannel(who.accountID)),
} as const;

type Action = keyof typeof rules;
type ResourceOf<A extends Action> =
  Parameters<(typeof rules)[A]> extends [Actor, infer Resource] ? [Resource] : [];

export const may = <A extends Action>(who: Actor, action: A, ...resource: ResourceOf<A>): boolean =>
  !isLimited(who) && (rules[action] as (who: Actor, ...resource: unknown[]) => boolean)(who, ...resource);

export const authorize = <A extends Action>(who: Actor, action: A, ...resource: ResourceOf<A>): void => {
  if (!may(who, action, ...resource)) throw forbidden(sentences.forbidden);
};
