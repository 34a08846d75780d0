import { type PerformedStep, parseAccessionNumber } from '@snimok/contract/reception/dicom-worklist';
import { isCertainlySame, type Person } from '@snimok/imaging/names/compare-people';
import type { z } from 'zod';
import type { Actor } from '../../platform/access/actor.ts';
import { type Initiator, record } from '../../platform/audit/record.ts';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/client.ts';
import { Problem } from '../../platform/errors/errors.ts';
import { publishStudyChange } from '../../platform/realtime/publish-changes.ts';
import { updateAcquisition, lockAcquisition } from '../../studies/studies/study-rows/acquisition.ts';
import { findPatient } from '../../people/patients/queries.ts';
import { findStudy } from '../../studies/studies/study-rows/queries.ts';
import {
  findBooking,
  lockBooking,
  updateBookingAcquisition,
} from '../schedule/booking-rows/booking-queries.ts';
import { publishBooking } from '../schedule/booking-rows/publish-booking.ts';
import { isOfOther, lockStep, readAcquisition, upsertStep } from './step-queries.ts';

type Step = z.output<typeof PerformedStep>;

interface Caller {
  who: Actor;
  by: Initiator;
}

/**
 * Records the report of a machine in one transaction. Returns the numbers of the items that the report changes or confirms: those
 * that exist and whose patient certainly is the one that the machine names. A step belongs to the machine that began it.
 */
export const recordStep = ({ db, clock }: Context, caller: Caller, step: Step): Promise<string[]> =>
  db.transaction().execute(async (tx) => {
    const bound: string[] = [];
    await lockStep(tx, step.stepUID);
    if (await isOfOther(tx, { uid: step.stepUID, station: step.station })) return bound;
    // in a fixed order, so that two reports of the same items cannot deadlock
    for (const number of [...new Set(step.accessionNumbers)].toSorted()) {
      const item = await findItem(tx, caller.who, number);
      if (!item || !isCertainlySame(personOf(step.patient), item.person, { isLinked: true })) continue;
      await recordFor(tx, caller, step, { ...item, number, now: clock.now() });
      bound.push(number);
    }
    return bound;
  });

interface Item {
  studyID: number | null;
  bookingID: number | null;
  patientID: number | null;
  doctorID: number | null;
  person: Person;
}

const personOf = ({ name, birthday, sex }: Step['patient']): Person => ({
  name: name === '' ? null : name,
  birthDate: birthday,
  sex,
});

/** The study or booking of a number, locked; null if there is none that the caller sees. */
const findItem = async (tx: Tx, who: Actor, number: string): Promise<Item | null> => {
  const named = parseAccessionNumber(number);
  if (!named) return null;
  if ('studyID' in named) return (await ifThere(findStudyItem(tx, who, named.studyID))) ?? null;
  return (await ifThere(findBookingItem(tx, who, named.bookingID))) ?? null;
};

const findStudyItem = async (tx: Tx, who: Actor, studyID: number): Promise<Item> => {
  await lockAcquisition(tx, studyID);
  const { patientID, doctorID } = await findStudy(tx, who, studyID);
  const { name, birthday, sex } = await findPatient(tx, who, patientID);
  const card = { name, birthday, sex: sex === 'male' || sex === 'female' ? sex : null } as const;
  return { studyID, bookingID: null, patientID, doctorID, person: personOf(card) };
};

const findBookingItem = async (tx: Tx, who: Actor, bookingID: number): Promise<Item> => {
  await lockBooking(tx, bookingID);
  const { studyID, doctorID, patientName } = await findBooking(tx, who, bookingID);
  // undefined if the study is in the bin
  const study = studyID === null ? undefined : await ifThere(findStudyItem(tx, who, studyID));
  if (study) return { ...study, bookingID };
  const person = { name: patientName, birthDate: null, sex: null };
  return { studyID: null, bookingID, patientID: null, doctorID, person };
};

const ifThere = (found: Promise<Item>): Promise<Item | undefined> =>
  found.catch((problem: unknown) => {
    if (problem instanceof Problem && problem.status === 404) return undefined;
    throw problem;
  });

const recordFor = async (
  tx: Tx,
  { by }: Caller,
  step: Step,
  { studyID, bookingID, patientID, doctorID, number, now }: Item & { number: string; now: Date },
): Promise<void> => {
  const { stepUID: uid, status, station, startedAt, endedAt, reason } = step;
  const facts = { status, station, studyID, bookingID, startedAt, endedAt, reason, reportedAt: now };
  await upsertStep(tx, { uid, accessionNumber: number, ...facts });
  const acquisition = await readAcquisition(tx, number);
  const details = { station, acquisition };
  if (bookingID !== null && (await updateBookingAcquisition(tx, bookingID, acquisition)))
    await publishBooking(tx, { id: bookingID, doctorID });
  if (studyID === null || patientID === null) return;
  if (!(await updateAcquisition(tx, studyID, acquisition))) return;
  await record(tx, by, { action: 'study.acquisition', doctorID, patientID, studyID, details });
  await publishStudyChange(tx, { studyID, patientID });
};
