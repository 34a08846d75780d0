import { type Expression, type ExpressionBuilder, expressionBuilder, type SqlBool } from 'kysely';
import type { Database } from '../db/schema.ts';
import type { Actor, DoctorActor } from './actor.ts';

/** Which rows a person sees. Every list and every lookup passes through here. What is in the bin nobody sees. */
export const visiblePatients = (who: Actor): Expression<SqlBool> => {
  const patient = expressionBuilder<Database, 'patients'>();
  return patient.and([patient('patients.deletedAt', 'is', null), patientsOf(who, patient)]);
};

export const visibleStudies = (who: Actor): Expression<SqlBool> => {
  const study = expressionBuilder<Database, 'studies'>();
  return study.and([study('studies.deletedAt', 'is', null), studiesOf(who, study)]);
};

/** The bin itself, for who takes something out of it: what she has just deleted and may want back. */
export const patientsIncludingBin = (who: Actor): Expression<SqlBool> =>
  patientsOf(who, expressionBuilder<Database, 'patients'>());

export const studiesIncludingBin = (who: Actor): Expression<SqlBool> =>
  studiesOf(who, expressionBuilder<Database, 'studies'>());

/** A client is offered what is open; the centre sees its archived locations too. */
export const visibleLocations = (who: Actor): Expression<SqlBool> => {
  const location = expressionBuilder<Database, 'locations'>();
  if (who.kind === 'assistant') return location.lit(true);
  return who.kind === 'doctor' ? location('locations.archivedAt', 'is', null) : location.lit(false);
};

export const visibleBookings = (who: Actor): Expression<SqlBool> => {
  const booking = expressionBuilder<Database, 'bookings'>();
  if (who.kind === 'assistant') return booking.lit(true);
  return who.kind === 'doctor' ? booking('bookings.doctorID', '=', who.accountID) : booking.lit(false);
};

/** A dialog is its client's, and stands for the client also before the first word. */
export const visibleDialogs = (who: Actor): Expression<SqlBool> => {
  const client = expressionBuilder<Database, 'accounts'>();
  if (who.kind === 'assistant') return client.lit(true);
  return who.kind === 'doctor' ? client('accounts.id', '=', who.accountID) : client.lit(false);
};

/** Any assistant may see, and revoke, whom another has let in. */
export const visibleProgramGrants = (who: Actor): Expression<SqlBool> =>
  expressionBuilder<Database, 'desktopGrants'>().lit(who.kind === 'assistant');

const patientsOf = (who: Actor, patient: ExpressionBuilder<Database, 'patients'>): Expression<SqlBool> => {
  switch (who.kind) {
    case 'assistant':
    case 'desktop':
      return patient.lit(true);
    case 'doctor':
      return patient.or([
        patient('patients.doctorID', '=', who.accountID),
        patient.exists(
          patient
            .selectFrom('patientShares')
            .select('patientShares.doctorID')
            .whereRef('patientShares.patientID', '=', 'patients.id')
            .where('patientShares.doctorID', '=', who.accountID),
        ),
      ]);
    case 'share':
    case 'nobody':
    case 'unknown-role':
      return patient.lit(false);
  }
};

const studiesOf = (who: Actor, study: ExpressionBuilder<Database, 'studies'>): Expression<SqlBool> => {
  switch (who.kind) {
    case 'assistant':
    case 'desktop':
      return study.lit(true);
    case 'doctor':
      return study.or([study('studies.doctorID', '=', who.accountID), sharedStudies(who, study)]);
    case 'share':
      return study('studies.id', '=', who.studyID);
    case 'nobody':
    case 'unknown-role':
      return study.lit(false);
  }
};

const sharedStudies = (who: DoctorActor, study: ExpressionBuilder<Database, 'studies'>) =>
  study.exists(
    study
      .selectFrom('patientShares')
      .select('patientShares.doctorID')
      .whereRef('patientShares.patientID', '=', 'studies.patientID')
      .where('patientShares.doctorID', '=', who.accountID),
  );
