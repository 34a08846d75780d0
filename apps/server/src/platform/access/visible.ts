import { RECEIVE_SCOPE, UPLOAD_SCOPE } from '@snimok/contract/people/program-access';
import { type Expression, type ExpressionBuilder, expressionBuilder, type SqlBool } from 'kysely';
import type { Database } from '../db/schema.ts';
import type { Actor, DoctorActor } from './actor.ts';

/** Which rows an actor sees. Every list and every lookup uses these conditions. No actor sees rows in the bin. */
export const visiblePatients = (who: Actor): Expression<SqlBool> => {
  const patient = expressionBuilder<Database, 'patients'>();
  return patient.and([patient('patients.deletedAt', 'is', null), patientsOf(who, patient)]);
};

export const visibleStudies = (who: Actor): Expression<SqlBool> => {
  const study = expressionBuilder<Database, 'studies'>();
  return study.and([study('studies.deletedAt', 'is', null), studiesOf(who, study)]);
};

/** Equal for actors of the centre who see the same studies, so that a result read for one of them serves the others. */
export const scopeOfStaff = (who: Actor): string => {
  if (who.kind !== 'assistant' && who.kind !== 'token') throw new Error(`${who.kind} is not of the centre`);
  return who.rights.has('studies') ? 'all' : 'none';
};

/**
 * Divides the visible studies into parts that do not overlap. A doctor's parts are the studies of own patients and the
 * studies of shared patients; an index finds each part. Combine each part with `visibleStudies`.
 */
export const partsOfVisibleStudies = (who: Actor): Expression<SqlBool>[] => {
  const study = expressionBuilder<Database, 'studies'>();
  if (who.kind !== 'doctor') return [study.lit(true)];
  const sharedPatients = study
    .selectFrom('patientShares')
    .select('patientShares.patientID')
    .where('patientShares.doctorID', '=', who.clientID);
  return [
    study('studies.doctorID', '=', who.clientID),
    study.and([
      study('studies.doctorID', '!=', who.clientID),
      study('studies.patientID', 'in', sharedPatients),
    ]),
  ];
};

/** Visible rows, including those in the bin, for the undo of a deletion. */
export const patientsIncludingBin = (who: Actor): Expression<SqlBool> => {
  const patient = expressionBuilder<Database, 'patients'>();
  return patient.and([notMerged(), patientsOf(who, patient)]);
};

const notMerged = (): Expression<SqlBool> => {
  const patient = expressionBuilder<Database, 'patients'>();
  const merges = patient
    .selectFrom('mergedPatients')
    .select('mergedPatients.keptID')
    .whereRef('mergedPatients.patientID', '=', 'patients.id');
  return patient.not(patient.exists(merges));
};

export const studiesIncludingBin = (who: Actor): Expression<SqlBool> =>
  studiesOf(who, expressionBuilder<Database, 'studies'>());

/**
 * Deleted patients that the actor would see if they were restored. Excludes merged patients, which only the undo of
 * the merge restores, and patients that are being erased.
 */
export const patientsInBin = (who: Actor): Expression<SqlBool> => {
  const patient = expressionBuilder<Database, 'patients'>();
  return patient.and([
    patient('patients.deletedAt', 'is not', null),
    patient('patients.erasingSince', 'is', null),
    notMerged(),
    patientsOf(who, patient),
  ]);
};

export const studiesInBin = (who: Actor): Expression<SqlBool> => {
  const study = expressionBuilder<Database, 'studies'>();
  const erased = study
    .selectFrom('patients as erased')
    .select('erased.id')
    .whereRef('erased.id', '=', 'studies.patientID')
    .where('erased.erasingSince', 'is not', null);
  return study.and([
    study('studies.deletedAt', 'is not', null),
    study.not(study.exists(erased)),
    studiesOf(who, study),
  ]);
};

/** Doctors and patients see open locations; assistants see archived ones too. */
export const visibleLocations = (who: Actor): Expression<SqlBool> => {
  const location = expressionBuilder<Database, 'locations'>();
  if (who.kind === 'assistant' || who.kind === 'token') return location.lit(who.rights.has('booking'));
  return who.kind === 'doctor' || who.kind === 'visitor'
    ? location('locations.archivedAt', 'is', null)
    : location.lit(false);
};

export const visibleBookings = (who: Actor): Expression<SqlBool> => {
  const booking = expressionBuilder<Database, 'bookings'>();
  if (who.kind === 'desktop') return booking.lit(true);
  if (who.kind === 'assistant' || who.kind === 'token') return booking.lit(who.rights.has('booking'));
  if (who.kind === 'visitor') return booking('bookings.id', '=', who.bookingID);
  return who.kind === 'doctor' ? booking('bookings.doctorID', '=', who.clientID) : booking.lit(false);
};

/** Receptionists of a client do not see its referrals. */
export const visibleReferrals = (who: Actor): Expression<SqlBool> => {
  const referral = expressionBuilder<Database, 'referrals'>();
  if (who.kind === 'assistant' || who.kind === 'token') return referral.lit(who.rights.has('studies'));
  return who.kind === 'doctor' && who.role !== 'reception'
    ? referral('referrals.doctorID', '=', who.clientID)
    : referral.lit(false);
};

/** Each doctor has one dialog, identified by the account even before the first message. */
export const visibleDialogs = (who: Actor): Expression<SqlBool> => {
  const client = expressionBuilder<Database, 'accounts'>();
  if (who.kind === 'assistant') return client.lit(who.rights.has('messenger'));
  return who.kind === 'doctor' ? client('accounts.id', '=', who.clientID) : client.lit(false);
};

/** Each account sees its own filters. */
export const visibleSavedFilters = (who: Actor): Expression<SqlBool> => {
  const filter = expressionBuilder<Database, 'savedFilters'>();
  return who.kind === 'assistant' ? filter('savedFilters.accountID', '=', who.accountID) : filter.lit(false);
};

/** Each account sees its own columns. */
export const visibleListColumns = (who: Actor): Expression<SqlBool> => {
  const columns = expressionBuilder<Database, 'listColumns'>();
  return who.kind === 'assistant' || who.kind === 'doctor'
    ? columns('listColumns.accountID', '=', who.accountID)
    : columns.lit(false);
};

/**
 * Any assistant sees, and may revoke, the upload programs that another assistant has granted access. The people of a
 * client see the programs at their clinic. Requests that are not accepted yet are visible as well.
 */
export const visibleProgramGrants = (who: Actor): Expression<SqlBool> => {
  const grant = expressionBuilder<Database, 'desktopGrants'>();
  if (who.kind === 'assistant')
    return grant.and([
      grant.lit(who.rights.has('programs')),
      grant('desktopGrants.scope', '=', UPLOAD_SCOPE),
    ]);
  if (who.kind !== 'doctor') return grant.lit(false);
  return grant.and([
    grant('desktopGrants.scope', '=', RECEIVE_SCOPE),
    grant.or([
      grant('desktopGrants.assistantID', 'is', null),
      grant('desktopGrants.assistantID', 'in', peopleOf(who)),
    ]),
  ]);
};

/** The people of a client see the links that one of them has sent, and not those that the centre has sent. */
export const visibleShares = (who: Actor): Expression<SqlBool> => {
  const share = expressionBuilder<Database, 'externalShares'>();
  if (who.kind === 'assistant' || who.kind === 'token') return share.lit(who.rights.has('studies'));
  return who.kind === 'doctor' ? share('externalShares.creatorID', 'in', peopleOf(who)) : share.lit(false);
};

const peopleOf = ({ clientID }: DoctorActor) =>
  expressionBuilder<Database, 'accounts'>()
    .selectFrom('accounts as person')
    .select('person.id')
    .where((person) =>
      person.or([person('person.id', '=', clientID), person('person.clientID', '=', clientID)]),
    );

/** Each client sees its own destinations; assistants who may see clients see the destinations of all clients. */
export const visibleDestinations = (who: Actor): Expression<SqlBool> => {
  const destination = expressionBuilder<Database, 'destinations'>();
  if (who.kind === 'assistant') return destination.lit(who.rights.has('clients'));
  return who.kind === 'doctor' || who.kind === 'receiver'
    ? destination.and([
        destination('destinations.doctorID', '=', who.clientID),
        destination('destinations.deletedAt', 'is', null),
      ])
    : destination.lit(false);
};

const patientsOf = (who: Actor, patient: ExpressionBuilder<Database, 'patients'>): Expression<SqlBool> => {
  switch (who.kind) {
    case 'assistant':
    case 'token':
      return patient.lit(who.rights.has('studies'));
    case 'desktop':
      return patient.lit(true);
    case 'doctor':
      return patient.or([patient('patients.doctorID', '=', who.clientID), sharedWith(who, 'patients.id')]);
    case 'receiver':
      return patient('patients.doctorID', '=', who.clientID);
    case 'share':
    case 'visitor':
    case 'nobody':
    case 'unknown-role':
    case 'one-time-password':
    case 'second-factor-due':
      return patient.lit(false);
  }
};

const studiesOf = (who: Actor, study: ExpressionBuilder<Database, 'studies'>): Expression<SqlBool> => {
  switch (who.kind) {
    case 'assistant':
    case 'token':
      return study.lit(who.rights.has('studies'));
    case 'desktop':
      return study.lit(true);
    case 'doctor':
      return study.or([study('studies.doctorID', '=', who.clientID), sharedWith(who, 'studies.patientID')]);
    case 'share':
      return study('studies.id', '=', who.studyID);
    case 'receiver':
      return study('studies.doctorID', '=', who.clientID);
    case 'visitor':
    case 'nobody':
    case 'unknown-role':
    case 'one-time-password':
    case 'second-factor-due':
      return study.lit(false);
  }
};

/** True when the patient, identified by a column of the enclosing query, was shared with the doctor. */
const sharedWith = (
  who: DoctorActor,
  patientID: 'patients.id' | 'studies.patientID',
): Expression<SqlBool> => {
  const outer = expressionBuilder<Database, 'patients' | 'studies'>();
  return outer.exists(
    outer
      .selectFrom('patientShares')
      .select('patientShares.doctorID')
      .whereRef('patientShares.patientID', '=', patientID)
      .where('patientShares.doctorID', '=', who.clientID),
  );
};
