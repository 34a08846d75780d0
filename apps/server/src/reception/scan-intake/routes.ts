import { createIntakeStudy, suggestIntake } from '@snimok/contract/reception/scan-intake';
import { once } from '../../platform/answered-requests/once.ts';
import { accountOf } from '../../platform/access/actor.ts';
import { authorize } from '../../platform/access/rules.ts';
import { initiatorOf, record } from '../../platform/audit/record.ts';
import type { Context } from '../../platform/context.ts';
import type { Routes } from '../../platform/http/server.ts';
import { publishPatientChange } from '../../platform/realtime/publish-changes.ts';
import { findDoctor } from '../../people/doctors/queries.ts';
import { assertBirthdayPast } from '../../people/patients/birthday.ts';
import { insertPatient } from '../../people/patients/queries.ts';
import { createStudyOf } from '../../studies/studies/create-study.ts';
import { suggestClients, suggestPatients } from './suggest.ts';

/** The intake of scans by assistants: whose the files are, and the card and the study for them. */
export const intakeRoutes = (app: Routes, context: Context): void => {
  const { db, clock } = context;

  app.route({
    ...suggestIntake,
    handler: async ({ actor, body: { clientNames, ...person } }) => {
      authorize(actor, 'study.create');
      const [suggestions, clients] = await Promise.all([
        suggestPatients(context, actor, person),
        suggestClients(context, actor, clientNames),
      ]);
      return { suggestions, clients };
    },
  });

  app.route({
    ...createIntakeStudy,
    handler: async (request, reply) => {
      const { actor, body } = request;
      const { doctorID: clientID, studyType, requestUUID, ...facts } = body;
      authorize(actor, 'patient.create');
      authorize(actor, 'study.create');
      if (facts.birthday !== null) assertBirthdayPast(clock, facts.birthday);
      const { id: doctorID } = await findDoctor(db, clientID);
      const by = initiatorOf(request);
      const accountID = accountOf(actor);
      const now = clock.now();
      const answered = createIntakeStudy.schema.response[201].strict();
      const created = await db.transaction().execute((tx) =>
        once(tx, { accountID, requestUUID, now, answered }, async () => {
          const { id: patientID } = await insertPatient(tx, doctorID, facts);
          await record(tx, by, { action: 'patient.create', doctorID, patientID });
          const studyID = await createStudyOf(tx, by, {
            who: actor,
            patientID,
            type: studyType,
            comment: '',
            creatorID: accountID,
            createdAt: now,
          });
          await publishPatientChange(tx, patientID);
          return { doctorID, patientID, studyID };
        }),
      );
      return reply.code(201).send(created);
    },
  });
};
