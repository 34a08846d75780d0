import {
  createPatient,
  getOwnPatient,
  getPatient,
  listDoctorPatients,
  listDropdownPatients,
  listPatientsForRestore,
  listPatientsInWork,
  updatePatient,
} from '@snimok/contract/people/patients';
import { accountOf } from '../../platform/access/actor.ts';
import { once } from '../../platform/answered-requests/once.ts';
import { clientOf } from '../../platform/access/actor.ts';
import { authorize } from '../../platform/access/rules.ts';
import { initiatorOf, record } from '../../platform/audit/record.ts';
import type { Context } from '../../platform/context.ts';
import { findDoctor } from '../doctors/queries.ts';
import { sendJSON } from '../../platform/http/send-json.ts';
import type { Routes } from '../../platform/http/server.ts';
import { publishPatientChange } from '../../platform/realtime/publish-changes.ts';
import { assertBirthdayPast } from './birthday.ts';
import { presentPage } from './list-pages.ts';
import { presentPatient, presentToDoctor } from './present.ts';
import { editFacts } from './edit-facts.ts';
import { findPatientOrKept } from './merged-patients.ts';
import {
  findPatient,
  insertPatient,
  encodePatientNames,
  lockPatient,
  updatePatientFacts,
} from './queries.ts';

export const patientRoutes = (app: Routes, context: Context): void => {
  assistantRoutes(app, context);
  doctorRoutes(app, context);
};

const assistantRoutes = (app: Routes, { db, clock, auditBuffer }: Context): void => {
  app.route({
    ...listDoctorPatients,
    handler: async ({ actor, params: { doctorID }, query }) => {
      await findDoctor(db, doctorID);
      return presentPage(db, actor, { kind: 'of-doctor', doctorID }, query);
    },
  });

  app.route({
    ...listPatientsInWork,
    handler: async ({ actor, query }) => presentPage(db, actor, { kind: 'in-work' }, query),
  });

  app.route({
    ...listPatientsForRestore,
    handler: async ({ actor, query }) => presentPage(db, actor, { kind: 'for-restore' }, query),
  });

  app.route({
    ...createPatient,
    handler: async (request, reply) => {
      const { actor, params, body } = request;
      const { requestUUID, ...facts } = body;
      authorize(actor, 'patient.create');
      assertBirthdayPast(clock, facts.birthday);
      const { id: doctorID } = await findDoctor(db, params.doctorID);
      const answered = createPatient.schema.response[201].strict();
      const ofRequest = { accountID: accountOf(actor), requestUUID, now: clock.now(), answered };
      const created = await db.transaction().execute((tx) =>
        once(tx, ofRequest, async () => {
          const { id: patientID } = await insertPatient(tx, doctorID, facts);
          await record(tx, initiatorOf(request), { action: 'patient.create', doctorID, patientID });
          await publishPatientChange(tx, patientID);
          return { patientID };
        }),
      );
      return reply.code(201).send(created);
    },
  });

  app.route({
    ...listDropdownPatients,
    handler: async ({ actor, params: { doctorID } }, reply) => {
      await findDoctor(db, doctorID);
      return sendJSON(reply, await encodePatientNames(db, actor, doctorID));
    },
  });

  app.route({
    ...getPatient,
    handler: async (request) => {
      const patient = await findPatientOrKept(db, request.actor, request.params.patientID);
      auditBuffer.add(initiatorOf(request), { action: 'patient.see', patientID: patient.id });
      return presentPatient(patient);
    },
  });

  app.route({
    ...updatePatient,
    handler: async (request, reply) => {
      const { actor, params } = request;
      const { seen, ...edited } = request.body;
      authorize(actor, 'patient.manage');
      assertBirthdayPast(clock, edited.birthday);
      await db.transaction().execute(async (tx) => {
        // waits for a running merge, after which the card is no longer found
        await lockPatient(tx, params.patientID);
        const { id, doctorID, ...current } = await findPatient(tx, actor, params.patientID);
        await updatePatientFacts(tx, id, seen ? editFacts(current, edited, seen) : edited);
        await record(tx, initiatorOf(request), { action: 'patient.change', doctorID, patientID: id });
        await publishPatientChange(tx, id);
      });
      return reply.code(204).send();
    },
  });
};

const doctorRoutes = (app: Routes, { db, auditBuffer }: Context): void => {
  app.route({
    ...getOwnPatient,
    handler: async (request) => {
      const patient = await findPatientOrKept(db, request.actor, request.params.patientID);
      auditBuffer.add(initiatorOf(request), { action: 'patient.see', patientID: patient.id });
      return presentToDoctor(patient, clientOf(request.actor));
    },
  });
};
