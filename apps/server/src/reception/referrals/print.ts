import {
  CONTRAINDICATION_LABELS,
  type Contraindication,
  URGENCY_LABELS,
  type Urgency,
} from '@snimok/contract/reception/referrals';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Context } from '../../platform/context.ts';
import { conflict } from '../../platform/errors/errors.ts';
import { openReportWriter } from '../../platform/pdf-documents/sandboxed-report.ts';
import { listCentres } from '../schedule/opening-hours/queries.ts';
import { findBookingForJob } from '../schedule/booking-rows/booking-queries.ts';
import { findPreparation, listDoctorNamesByID, type ReferralRow } from './queries.ts';
import { findEnteredIdentity } from '../../platform/letterhead/letterhead.ts';
import { sentences } from './sentences.ts';

/** More addresses would not fit into the heading. */
const MAX_CENTRES = 3;

/** Sends the referral as a PDF, which the browser shows for printing. */
export const openPrinter = (context: Context) => {
  const { db, config, clock } = context;
  const write = openReportWriter(context.sandbox);
  return async (request: FastifyRequest, reply: FastifyReply, referral: ReferralRow) => {
    reply
      .header('cache-control', 'private, no-store')
      .header('content-disposition', `inline; filename="napravlenie-${referral.number}.pdf"`)
      .type('application/pdf');
    if (request.method === 'HEAD') return reply.send();
    const { bookingID } = referral;
    const booking =
      bookingID === null || !config.scheduleEnabled ? undefined : await findBookingForJob(db, bookingID);
    const colleagues = await listDoctorNamesByID(db, referral.recipientClients);
    const written = await write({
      referral: {
        centre: await findEnteredIdentity(db),
        centres: await listCentres(db, MAX_CENTRES),
        number: referral.number,
        createdAt: referral.createdAt,
        patient: {
          name: referral.patientName,
          sex: referral.patientSex,
          birthday: referral.patientBirthday,
          phone: referral.patientPhone,
        },
        examination: referral.examination,
        urgency: URGENCY_LABELS[referral.urgency as z.infer<typeof Urgency>],
        teeth: referral.teeth,
        question: referral.question,
        contraindications: [
          ...referral.contraindications.map((one) => CONTRAINDICATION_LABELS[one as Contraindication]),
          ...(referral.otherContraindications ? [referral.otherContraindications] : []),
        ],
        recipients: [...colleagues.map(({ name }) => name), ...referral.recipientEmails],
        preparation: await findPreparation(db, referral.examinationID),
        booking:
          booking?.status === 'booked'
            ? {
                beginsAt: booking.beginsAt,
                place: [booking.locationName, booking.locationAddress].filter(Boolean).join(', '),
              }
            : null,
        doctorName: referral.doctorName,
        senderName: referral.senderName,
        url: `${config.publicURL}/assistant-area/referrals/${referral.uuid}`,
        timeZone: config.timeZone,
        now: clock.now(),
      },
    });
    if ('failed' in written) {
      request.log.warn(
        { referralUUID: referral.uuid, reason: written.failed },
        'a PDF of a referral could not be made',
      );
      throw conflict(sentences.notWritten);
    }
    return reply.send(Buffer.from(written.pdf));
  };
};

export type PrintReferral = ReturnType<typeof openPrinter>;
