import type { IntakeSuggestion } from '@snimok/contract/reception/scan-intake';
import { countFullMatches } from '@snimok/imaging/names/compare-names';
import { isCertainlySame, type Person } from '@snimok/imaging/names/compare-people';
import type { z } from 'zod';
import type { Actor } from '../../platform/access/actor.ts';
import type { Context } from '../../platform/context.ts';
import { dayIn } from '../../platform/time-and-sizes/calendar.ts';
import { listDoctorNames } from '../../people/doctors/queries.ts';
import { searchPatients } from '../../people/search/queries.ts';
import { patientReadings } from '../../people/search/readings.ts';
import {
  type BookingOfDay,
  type Candidate,
  listBookingsOfDay,
  listCandidates,
  listLatestClients,
  listPatientIDsByBirthday,
  listWaitingStudies,
} from './queries.ts';
import { presentExaminedAt } from '../../studies/studies/study-rows/examined-at.ts';

type Suggestion = z.input<typeof IntakeSuggestion>;

/** What the headers of the files say about the patient. */
interface PersonInFiles {
  /** empty if the files have no name */
  name: string;
  birthday: string | null;
}

const MAX_SUGGESTIONS = 8;
const MAX_CLIENTS = 6;
/** Surname and first name: too many people share a surname alone. */
const DISTINCTIVE_WORDS = 2;

/** To whom files may belong, best first: bookings of today, then patients. */
export const suggestPatients = async (
  { db, clock, config }: Pick<Context, 'db' | 'clock' | 'config'>,
  who: Actor,
  person: PersonInFiles,
): Promise<Suggestion[]> => {
  const today = config.scheduleEnabled
    ? await listBookingsOfDay(db, who, dayIn(config.timeZone, clock.now()))
    : [];
  const bookings = today.filter(
    ({ patientName }) => countFullMatches(person.name, patientName) >= DISTINCTIVE_WORDS,
  );
  const candidates = await listCandidates(db, who, [
    ...new Set([
      ...(person.birthday === null ? [] : await listPatientIDsByBirthday(db, who, person.birthday)),
      ...(await listIDsByName({ db, clock }, who, person.name)),
      ...bookings.flatMap(({ patientID }) => patientID ?? []),
    ]),
  ]);
  const matching = candidates.filter((candidate) => matchOf(person, candidate) !== 'none');
  const ofBookings = bookings.map((booking) => suggestBooking(person, booking, candidates));
  const booked = new Set(ofBookings.map(({ patientID }) => patientID));
  const others = matching
    .filter(({ patientID }) => !booked.has(patientID))
    .map((candidate) => suggestPatient(person, candidate))
    .toSorted((one, other) => Number(other.confident) - Number(one.confident));
  const best = [...ofBookings, ...others].slice(0, MAX_SUGGESTIONS);
  return withWaitingStudies({ db }, who, best);
};

/** Searches for the whole name and for its first two words, because a card often lacks the patronymic. */
const listIDsByName = async (
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  who: Actor,
  name: string,
): Promise<number[]> => {
  const words = name.split(/\s+/).filter(Boolean);
  const queries = new Set([words.join(' '), words.slice(0, DISTINCTIVE_WORDS).join(' ')]);
  const found = await Promise.all(
    [...queries].map((query) => searchPatients(db, who, patientReadings(query, clock.now()))),
  );
  return found.flat().map(({ id }) => id);
};

/** `certain`: name and birth date agree; `possible`: the assistant has to decide. */
const matchOf = (
  person: PersonInFiles,
  card: Pick<Candidate, 'name' | 'birthday'>,
): 'certain' | 'possible' | 'none' => {
  if (isCertain(person, card, { isLinked: false })) return 'certain';
  const words = countFullMatches(person.name, card.name);
  const isSameBirthday = person.birthday !== null && person.birthday === card.birthday;
  return words >= DISTINCTIVE_WORDS || (words > 0 && isSameBirthday) ? 'possible' : 'none';
};

const isCertain = (
  person: PersonInFiles,
  card: Pick<Candidate, 'name' | 'birthday'>,
  by: { isLinked: boolean },
): boolean => isCertainlySame(personOf(person), personOf(card), by);

const personOf = ({ name, birthday }: PersonInFiles): Person => ({
  name: name === '' ? null : name,
  birthDate: birthday,
  sex: null,
});

const suggestPatient = (person: PersonInFiles, card: Candidate): Suggestion => ({
  ...card,
  bookingID: null,
  beginsAt: null,
  confident: matchOf(person, card) === 'certain',
  waiting: [],
});

/** Suggests the booking with its patient's card, else with the only card of the client that certainly is this person's. */
const suggestBooking = (person: PersonInFiles, booking: BookingOfDay, cards: Candidate[]): Suggestion => {
  const isClients = ({ doctorID }: Candidate) => booking.doctorID === null || doctorID === booking.doctorID;
  const certain = cards.filter((card) => isClients(card) && matchOf(person, card) === 'certain');
  const own = cards.find(({ patientID }) => patientID === booking.patientID);
  const card = own ?? (certain.length === 1 ? certain[0] : undefined);
  // no card of the client resembles the patient, who would otherwise get a second one
  const isNew = !cards.some((one) => isClients(one) && matchOf(person, one) !== 'none');
  return {
    bookingID: booking.status === 'booked' ? booking.id : null,
    beginsAt: booking.beginsAt.toISOString(),
    ...(card ?? patientOf(booking)),
    phone: card?.phone ?? booking.patientPhone,
    // a card with another birth date belongs to a namesake, or one of the dates is wrong
    confident: card ? isCertain(person, card, { isLinked: card === own }) : isNew,
    waiting: [],
  };
};

/** The patient of a booking without a card. */
const patientOf = ({ doctorID, doctorName, patientName }: BookingOfDay) => ({
  patientID: null,
  doctorID,
  doctorName,
  name: patientName,
  birthday: null,
});

const withWaitingStudies = async (
  { db }: Pick<Context, 'db'>,
  who: Actor,
  suggestions: Suggestion[],
): Promise<Suggestion[]> => {
  const patientIDs = suggestions.flatMap(({ patientID }) => patientID ?? []);
  const studies = await listWaitingStudies(db, who, patientIDs);
  return suggestions.map((suggestion) => ({
    ...suggestion,
    waiting: studies
      .filter(({ patientID }) => patientID === suggestion.patientID)
      .map((study) => ({
        studyID: study.id,
        type: study.type,
        createdAt: study.createdAt.toISOString(),
        examinedAt: presentExaminedAt(study),
      })),
  }));
};

/** Clients for a new patient: first the clients that the files name, then the clients of the latest studies. */
export const suggestClients = async ({ db }: Pick<Context, 'db'>, who: Actor, names: string[]) => {
  const wanted = new Set(names.map(folded).filter(Boolean));
  const [latest, all] = await Promise.all([
    listLatestClients(db, who),
    wanted.size > 0 ? listDoctorNames(db) : [],
  ]);
  const named = all.filter(({ name }) => wanted.has(folded(name)));
  const others = latest.filter(({ id }) => !named.some((one) => one.id === id));
  return [
    ...named.map(({ id, name }) => ({ doctorID: id, name, named: true })),
    ...others.map(({ id, name }) => ({ doctorID: id, name, named: false })),
  ].slice(0, MAX_CLIENTS);
};

/** Letters and digits only: devices omit quotation marks and write ё as е. */
const folded = (name: string): string =>
  (
    name
      .normalize('NFC')
      .toLowerCase()
      .replaceAll('ё', 'е')
      .match(/[\p{L}\p{N}]+/gu) ?? []
  ).join(' ');
