import { search, searchOwnPatients } from '@snimok/contract/people/search';
import { authorize } from '../../platform/access/rules.ts';
import type { Context } from '../../platform/context.ts';
import type { Routes } from '../../platform/http/server.ts';
import { countSearch } from '../accounts/limits/reading-limit.ts';
import { searchDoctors, searchPatients } from './queries.ts';
import { doctorReadings, patientReadings } from './readings.ts';

export const searchRoutes = (app: Routes, context: Context): void => {
  const { db, clock } = context;

  app.route({
    ...search,
    handler: async ({ actor, query: { query } }) => {
      authorize(actor, 'doctor.see');
      await countSearch(context, actor);
      const [patients, doctors] = await Promise.all([
        searchPatients(db, actor, patientReadings(query, clock.now())),
        searchDoctors(db, doctorReadings(query)),
      ]);
      return {
        patients: patients.map(({ id, ...facts }) => ({ patientID: id, ...facts })),
        doctors: doctors.map(({ id, ...facts }) => ({ doctorID: id, ...facts })),
      };
    },
  });

  app.route({
    ...searchOwnPatients,
    handler: async ({ actor, query: { query } }) => {
      await countSearch(context, actor);
      const patients = await searchPatients(db, actor, patientReadings(query, clock.now()));
      return {
        patients: patients.map(({ id, name, foundBy }) => ({
          patientID: id,
          name,
          ...(foundBy && { foundBy }),
        })),
      };
    },
  });
};
