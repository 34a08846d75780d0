import type { ImportReason } from '@snimok/contract/reception/archive-import-values';
import { differencesBetween, isCertainlySame, type Person } from '@snimok/imaging/names/compare-people';
import { guessSex } from '@snimok/imaging/names/guess-sex';
import type { Actor } from '../../../platform/access/actor.ts';
import type { Context } from '../../../platform/context.ts';
import { listSimilarCards } from '../../duplicates/similar-cards.ts';
import { suggestPatients } from '../../scan-intake/suggest.ts';
import { physicianKey } from './clients-csv.ts';
import { type ClaimedImport, findListedClient } from '../import-queries.ts';
import { findDuplicate } from './find-duplicate.ts';
import { personOfSource } from './source-person.ts';
import type { Source } from '../sources/source.ts';
import { listNewPatients, type Proposal, type SourceColumns } from '../study-queries.ts';

/** Modalities without images (PS3.3, C.7.3.1.1.1). */
const WITHOUT_IMAGES = new Set(['SR', 'PR', 'KO', 'DOC', 'REG', 'SEG', 'PLAN', 'FID', 'AU', 'ECG']);

type Facts = Pick<Proposal, 'name' | 'birthday' | 'sex' | 'phone' | 'clientID'>;

/**
 * Proposes what becomes of a study of the archive, by the rules of patient matching: it gets a card that is certainly the
 * patient's, it gets a new card, or a person decides. A study that the portal or the source has already is a duplicate.
 */
export const proposeFor = async (
  context: Context,
  who: Actor,
  row: ClaimedImport,
  source: Source,
  study: SourceColumns,
  signal: AbortSignal,
): Promise<Proposal> => {
  const { facts, listedClientID } = await factsOf(context, row, study);
  const nothing = { ...facts, candidates: [], patientID: null, sameAs: null };
  const leaveOut = (reason: ImportReason): Proposal => ({ ...nothing, outcome: 'left-out', reason });
  if (study.instanceCount === 0) return leaveOut('no-files');
  if (study.modalities.length > 0 && study.modalities.every((one) => WITHOUT_IMAGES.has(one)))
    return leaveOut('no-images');
  const duplicate = await findDuplicate(context.db, row.id, source, study, signal);
  if (duplicate?.outcome === 'duplicate') return { ...nothing, ...duplicate };
  const card = await proposeCard(context, who, row, study, facts, listedClientID);
  return duplicate ? { ...card, ...duplicate } : card;
};

/** The facts of a new card: they come from the list of clients and patients, otherwise from the source. */
const factsOf = async (
  { db, clock }: Context,
  { id, clientID }: ClaimedImport,
  study: SourceColumns,
): Promise<{ facts: Facts; listedClientID: number | null }> => {
  const { sourcePatientID, referringPhysician } = study;
  const physician = referringPhysician === null ? null : physicianKey(referringPhysician);
  const listed = await findListedClient(db, id, { sourcePatientID, physician });
  const listedClientID = listed?.clientID ?? null;
  const ofPatient = listed && listed.sourcePatientID !== null ? listed : NOTHING_LISTED;
  const person = personOfSource(study, clock.now());
  const name = ofPatient.name ?? person.name;
  const facts = {
    name,
    birthday: ofPatient.birthday ?? person.birthDate,
    sex: ofPatient.sex ?? person.sex ?? (guessSex(name ?? '') || null),
    phone: ofPatient.phone,
    clientID: listedClientID ?? clientID,
  };
  return { facts, listedClientID };
};

const NOTHING_LISTED = { name: null, birthday: null, sex: null, phone: null };

const personOf = ({ name, birthday, sex }: Pick<Facts, 'name' | 'birthday' | 'sex'>): Person => ({
  name,
  birthDate: birthday,
  sex: sex === 'male' || sex === 'female' ? sex : null,
});

/**
 * Whether the records may be of one person: the birth dates do not differ, which `similarityOf` of duplicates requires
 * too.
 */
const mayBeSame = (one: Person, other: Person): boolean => {
  const differences = differencesBetween(one, other);
  return !differences.includes('name') && !differences.includes('birthDate');
};

const proposeCard = async (
  context: Context,
  who: Actor,
  row: ClaimedImport,
  study: SourceColumns,
  facts: Facts,
  listedClientID: number | null,
): Promise<Proposal> => {
  const { name, birthday, clientID } = facts;
  const proposal = { ...facts, reason: null, candidates: [], patientID: null, sameAs: null };
  const ask = (reason: ImportReason, more: Partial<Proposal> = {}): Proposal => ({
    ...proposal,
    ...more,
    outcome: 'unsure',
    reason,
  });
  if (name === null) return ask('no-name');
  const suggested = (await suggestPatients(context, who, { name, birthday })).flatMap((one) =>
    one.patientID !== null && (listedClientID === null || one.doctorID === listedClientID)
      ? { ...one, patientID: one.patientID }
      : [],
  );
  // a booking of today says nothing about a study of an old archive
  const certain = suggested.filter((one) =>
    isCertainlySame(personOf(facts), personOf({ ...one, sex: null }), { isLinked: false }),
  );
  const ofClient = certain.filter(({ doctorID }) => doctorID === clientID);
  const [only, ...others] = ofClient.length > 0 ? ofClient : certain;
  if (only && others.length === 0)
    return { ...proposal, outcome: 'existing', patientID: only.patientID, candidates: [only.patientID] };
  if (only) return ask('several-cards', { candidates: certain.map(({ patientID }) => patientID) });
  const possible = suggested.filter((one) => mayBeSame(personOf(facts), personOf({ ...one, sex: null })));
  const similar =
    clientID === null
      ? []
      : await listSimilarCards(context.db, who, { doctorID: clientID, name, birthday, phone: facts.phone });
  const candidates = [...new Set([...possible.map((one) => one.patientID), ...similar.map(({ id }) => id)])];
  if (candidates.length > 0) return ask('similar-card', { candidates });
  return proposeNewCard(context, row, study, { ...facts, name }, ask);
};

const proposeNewCard = async (
  { db }: Context,
  { id: importID }: ClaimedImport,
  { sourcePatientID }: SourceColumns,
  facts: Facts & { name: string },
  ask: (reason: ImportReason, more?: Partial<Proposal>) => Proposal,
): Promise<Proposal> => {
  const { clientID, sex } = facts;
  if (clientID === null) return ask('no-client');
  const own = personOf(facts);
  const known = await listNewPatients(db, importID, { ...facts, clientID, sourcePatientID });
  const certain = known.filter((other) =>
    isCertainlySame(own, personOf(other), {
      isLinked: sourcePatientID !== null && other.sourcePatientID === sourcePatientID,
    }),
  );
  const proposal = { ...facts, outcome: 'new' as const, reason: null, candidates: [], patientID: null };
  const [only, ...others] = certain;
  if (only && others.length === 0) return { ...proposal, sameAs: only.id };
  const maybe = only ?? known.find((other) => mayBeSame(own, personOf(other)));
  if (maybe) return ask('similar-patient', { sameAs: maybe.id });
  if (sex === null) return ask('no-sex');
  return { ...proposal, sameAs: null };
};
