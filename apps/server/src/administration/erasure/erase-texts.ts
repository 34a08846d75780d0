import { join } from 'node:path';
import type { Config } from '../../platform/settings/config.ts';
import type { Tx } from '../../platform/db/client.ts';
import { splitWords } from '../../platform/db/search-words.ts';
import { erasureSentences } from '../../people/patients/erasure-sentences.ts';
import { eraseLetters } from '../../platform/letters/erase-letters.ts';
import { fileOfLetter, removeKeptLetters } from '../../platform/outside/mail/kept-letters.ts';
import { eraseNotices } from '../../platform/notices/erase-notices.ts';
import { eraseWebhookMessages } from '../../platform/webhooks/erase-messages.ts';
import type { PatientToErase } from '../../people/patients/erasing.ts';
import { listNamesLike } from '../../messaging/messenger/attachments/queries.ts';
import {
  eraseAttachments,
  listCardMessageIDs,
  listMessagesLike,
  replaceTexts,
} from '../../messaging/messenger/erase-messages.ts';
import { deleteFilters, listAllFilters } from '../saved-filters/erase-filters.ts';
import { eraseReferrals } from '../../reception/referrals/erase-referrals.ts';
import { eraseBookings } from '../../reception/schedule/erase-bookings.ts';
import { eraseImportRows } from '../../reception/archive-import/erase-imports.ts';
import { eraseStepsOf } from '../../reception/dicom-worklist/erase-steps.ts';
import { mentionIn, type Person, roughPatterns, stemOf } from './person.ts';
import { hasNamesake, listShareLetterIDs } from './person-queries.ts';
import type { Counts } from './queries.ts';

const BATCH = 500;

/**
 * Deletes or replaces what other rows say about the patient: bookings, letters, messages and saved filters. The files of
 * letters are deleted before the commit, so that a repeated run finds them again. Attachments of the messages are deleted
 * too; their keys are returned, because the files are still in the store.
 */
export const eraseTexts = async (
  tx: Tx,
  { dataDir }: Pick<Config, 'dataDir'>,
  patient: PatientToErase,
  studyIDs: number[],
): Promise<{ counts: Counts; attachments: { uuid: string; keys: string[] }[] }> => {
  const person: Person = { patientID: patient.id, studyIDs, name: patient.name, phone: patient.phone };
  const mentioning = await findMessages(tx, person, patient.doctorID);
  const withCard = await listCardMessageIDs(tx, patient.id, studyIDs);
  const messageIDs = [...new Set([...mentioning, ...withCard])];
  const attachments = await eraseAttachments(tx, messageIDs, await findAttachments(tx, person));
  await replaceTexts(tx, messageIDs, erasureSentences.messageErased);
  const bookingIDs = await eraseBookings(
    tx,
    { ...patient, patientID: patient.id },
    erasureSentences.bookingErased,
  );
  await eraseStepsOf(tx, bookingIDs);
  await eraseImportRows(tx, patient.id);
  const referralUUIDs = await eraseReferrals(tx, { ...patient, patientID: patient.id });
  const links = [`/patients/${patient.id}/`, ...referralUUIDs.map((uuid) => `/referrals/${uuid}`)];
  const webhookMessages = await eraseWebhookMessages(tx, links, bookingIDs);
  const letters = await erasePersonLetters(tx, dataDir, person, { bookingIDs, referralUUIDs, links });
  const notices = await eraseNotices(tx, {
    ...keysOf(person, { bookingIDs, referralUUIDs, links }),
    phone: person.phone,
  });
  const filterIDs = (await listAllFilters(tx))
    .filter(({ name, query }) => mentionIn(`${name} ${decodeQuery(query)}`, person) === 'certain')
    .map(({ id }) => id);
  await deleteFilters(tx, filterIDs);
  const counts = {
    messages: messageIDs.length,
    bookings: bookingIDs.length,
    referrals: referralUUIDs.length,
    letters,
    notices,
    webhookMessages,
    savedFilters: filterIDs.length,
  };
  return { counts, attachments };
};

/** Attachments whose names contain the surname beside the first name. */
const findAttachments = async (tx: Tx, person: Person): Promise<string[]> => {
  const found = await listNamesLike(tx, roughPatterns(person).words);
  return found.filter(({ filename }) => mentionIn(filename, person) === 'certain').map(({ uuid }) => uuid);
};

const decodeQuery = (query: string): string => [...new URLSearchParams(query).values()].join(' ');

/**
 * Messages that link the card or contain the phone number or the surname beside the first name. A message with the surname
 * alone counts if the client of its dialog sees this patient and no other patient with that surname.
 */
const findMessages = async (tx: Tx, person: Person, ownerID: number): Promise<number[]> => {
  const patterns = roughPatterns(person);
  const found: number[] = [];
  for (let after = 0; ;) {
    const messages = await listMessagesLike(tx, patterns, after, BATCH);
    for (const { id, doctorID, text } of messages) {
      const mention = mentionIn(text, person);
      if (mention === 'certain') found.push(id);
      else if (mention === 'surname' && !(await isAboutAnother(tx, person, doctorID, ownerID)))
        found.push(id);
    }
    after = messages.at(-1)?.id ?? after;
    if (messages.length < BATCH) return found;
  }
};

const isAboutAnother = async (
  tx: Tx,
  { patientID, name }: Person,
  doctorID: number,
  ownerID: number,
): Promise<boolean> => {
  const [surname = ''] = splitWords(name);
  const stem = stemOf(surname);
  return hasNamesake(tx, { patientID, stem, doctorID, ownerID });
};

/** The keys by which letters and notices about the person are found. */
const keysOf = (
  { patientID, studyIDs }: Person,
  { bookingIDs, referralUUIDs, links }: { bookingIDs: number[]; referralUUIDs: string[]; links: string[] },
) => ({
  about: [
    ...studyIDs.flatMap((id) => [`study:${id}`, `segmentation:${id}`, `report:${id}`]),
    ...bookingIDs.flatMap((id) => [`booking:${id}`, `visit:${id}`]),
    ...referralUUIDs.map((uuid) => `referral:${uuid}`),
  ],
  aboutPrefixes: [
    `patient-share:${patientID}:`,
    `access-request:${patientID}:`,
    ...studyIDs.map((id) => `patient-access:${id}:`),
  ],
  links,
});

const erasePersonLetters = async (
  tx: Tx,
  dataDir: string,
  person: Person,
  found: { bookingIDs: number[]; referralUUIDs: string[]; links: string[] },
): Promise<number> => {
  const { bookingIDs, links } = found;
  const letters = await eraseLetters(tx, {
    ...keysOf(person, found),
    ids: await listShareLetterIDs(tx, person.studyIDs),
    bookingIDs,
  });
  const names = letters.map(({ createdAt, messageUUID }) =>
    fileOfLetter({ writtenAt: createdAt, messageID: `<${messageUUID}@` }),
  );
  await removeKeptLetters(join(dataDir, 'mail'), new Set(names), links);
  return letters.length;
};
