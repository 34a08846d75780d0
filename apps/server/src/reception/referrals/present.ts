import type {
  Contraindication,
  IncomingReferral,
  IncomingReferralDetails,
  ReferralState,
  Urgency,
} from '@snimok/contract/reception/referrals';
import type { ReferralOfStudy } from '@snimok/contract/reception/patient-referrals';
import type { Sex } from '@snimok/contract/values/fields';
import type { z } from 'zod';
import type { Actor } from '../../platform/access/actor.ts';
import { may } from '../../platform/access/rules.ts';
import type { BookingRow } from '../schedule/booking-rows/booking-queries.ts';
import type { ReferralRow } from './queries.ts';
import { type listSimilarCards, presentSimilarCard } from '../duplicates/similar-cards.ts';
import type { BookingStatus } from '@snimok/contract/reception/schedule';

const stateOf = ({ status, doneAt }: Pick<ReferralRow, 'status' | 'doneAt'>): ReferralState =>
  status === 'accepted' && doneAt !== null ? 'done' : (status as ReferralState);

/** A referral as both lists show it; the client's schema drops the name of the client. */
export const presentReferral = (row: ReferralRow): z.input<typeof IncomingReferral> => ({
  referralUUID: row.uuid,
  number: row.number,
  state: stateOf(row),
  createdAt: row.createdAt.toISOString(),
  examination: row.examination,
  studyType: row.studyType,
  urgency: row.urgency as z.infer<typeof Urgency>,
  patientName: row.patientName,
  patientBirthday: row.patientBirthday,
  senderName: row.senderName,
  patientID: row.patientID,
  // a study in the bin cannot be opened
  studyID: row.studyDeletedAt === null ? row.studyID : null,
  doctorID: row.doctorID,
  doctorName: row.doctorName,
});

const presentRequest = (row: ReferralRow) => ({
  teeth: row.teeth,
  question: row.question,
  urgency: row.urgency as z.infer<typeof Urgency>,
  contraindications: row.contraindications as Contraindication[],
  otherContraindications: row.otherContraindications,
});

interface Surroundings {
  preparation: string;
  colleagues: { id: number; name: string }[];
  booking: BookingRow | undefined;
}

const presentDetails = (row: ReferralRow, { preparation, colleagues, booking }: Surroundings) => ({
  ...presentReferral(row),
  ...presentRequest(row),
  sex: row.patientSex as z.infer<typeof Sex>,
  phone: row.patientPhone,
  preparation,
  recipients: [
    ...colleagues.map(({ id, name }) => ({ doctorID: id, name })),
    ...row.recipientEmails.map((email) => ({ doctorID: null, name: email })),
  ],
  booking: booking
    ? {
        bookingID: booking.id,
        beginsAt: booking.beginsAt.toISOString(),
        locationName: booking.locationName,
        address: booking.locationAddress,
        status: booking.status as z.infer<typeof BookingStatus>,
      }
    : null,
  decidedBy: row.deciderName,
  decidedAt: row.decidedAt?.toISOString() ?? null,
  reason: row.reason,
});

export const presentToSender = (who: Actor, row: ReferralRow, surroundings: Surroundings) => ({
  ...presentDetails(row, surroundings),
  can: { withdraw: row.status === 'sent' && may(who, 'referral.send') },
});

/** Whether the referral is accepted and neither booked nor done. A cancelled booking may be replaced. */
const isBookable = (row: ReferralRow, booking: BookingRow | undefined): boolean =>
  stateOf(row) === 'accepted' &&
  row.studyID !== null &&
  row.studyDeletedAt === null &&
  (booking === undefined || booking.status === 'cancelled');

export const presentToCentre = (
  who: Actor,
  row: ReferralRow,
  surroundings: Surroundings & { similar: Awaited<ReturnType<typeof listSimilarCards>> },
): z.input<typeof IncomingReferralDetails> => ({
  ...presentDetails(row, surroundings),
  similar: surroundings.similar.map(presentSimilarCard),
  can: {
    decide: row.status === 'sent' && may(who, 'referral.decide'),
    book: may(who, 'schedule.manage') && isBookable(row, surroundings.booking),
  },
});

/** A referral that is not accepted yet has no study and is left out. */
export const presentOfStudy = (row: ReferralRow): z.input<typeof ReferralOfStudy>[] =>
  row.studyID === null
    ? []
    : [
        {
          ...presentRequest(row),
          referralUUID: row.uuid,
          number: row.number,
          studyID: row.studyID,
          examination: row.examination,
          senderName: row.senderName,
          createdAt: row.createdAt.toISOString(),
        },
      ];
