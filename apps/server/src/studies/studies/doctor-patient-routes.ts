import { listSharedPatients } from '@snimok/contract/people/patient-shares';
import { listOwnPatients } from '@snimok/contract/people/patients';
import { type Actor, clientOf } from '../../platform/access/actor.ts';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/client.ts';
import type { Routes } from '../../platform/http/server.ts';
import { listSharedSince } from '../../people/patient-shares/queries.ts';
import { presentPageToDoctor } from '../../people/patients/list-pages.ts';
import { listNewestStudies } from './lists/newest-studies.ts';
import { presentNewest } from './present.ts';

/** A doctor's lists of patients. They are in this module because they show the newest study of each patient. */
export const doctorPatientRoutes = (app: Routes, { db }: Context): void => {
  app.route({
    ...listOwnPatients,
    handler: async ({ actor, query }) => {
      const { patients, ...page } = await presentPageToDoctor(db, actor, 'of-doctor', query);
      return { patients: await withNewestStudies(db, actor, patients), ...page };
    },
  });

  app.route({
    ...listSharedPatients,
    handler: async ({ actor, query }) => {
      const { patients, ...page } = await presentPageToDoctor(db, actor, 'shared-with', query);
      const since = await listSharedSince(db, clientOf(actor), idsOf(patients));
      const listed = (await withNewestStudies(db, actor, patients)).map((patient) => ({
        ...patient,
        sharedSince: since.get(patient.patientID)?.toISOString(),
      }));
      return { patients: listed, ...page };
    },
  });
};

const idsOf = (patients: { patientID: number }[]) => patients.map(({ patientID }) => patientID);

const withNewestStudies = async <Patient extends { patientID: number }>(
  db: Tx,
  actor: Actor,
  patients: Patient[],
) => {
  const newest = await listNewestStudies(db, actor, idsOf(patients));
  return patients.map((patient) => {
    const row = newest.get(patient.patientID);
    return { ...patient, newestStudy: row ? presentNewest(actor, row) : null };
  });
};
