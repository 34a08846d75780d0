import {
  createPatient,
  getOwnPatient,
  getPatient,
  listDoctorPatients,
  listDropdownPatients,
  listOwnPatients,
  listPatientsForRestore,
  listPatientsInWork,
  updatePatient,
} from '@snimok/contract/patients';
import { PAGE_SIZE } from '@snimok/contract/fields';
import { type Actor, accountOf } from '../../platform/access/actor.ts';
import { authorize } from '../../platform/access/rules.ts';
import { initiatorOf, record } from '../../platform/audit/record.ts';
import type { Context } from '../../platform/context.ts';
import { findDoctor } from '../doctors/queries.ts';
import { invalid } from '../../platform/errors.ts';
import type { Routes } from '../../platform/http/server.ts';
import { dayIn } from '../../platform/outside/calendar.ts';
import { publishPatientChange } from '../../platform/realtime/publish-changes.ts';
import { sentences } from '../../platform/sentences.ts';
import { presentPatient, presentToDoctor } from './present.ts';
import {
  findPatient,
  insertPatient,
  listPatientNames,
  listPatientsPage,
  updatePatientFacts,
} from './queries.ts';

export const patientRoutes = (app: Routes, { db, clock, auditBuffer: seen }: Context): void => {
  /** The contract cannot know what day it is. Nobody is born tomorrow; the far east of Russia is nine hours ahead. */
  const checkBirthday = (birthday: string) => {
    const lastDayAnywhere = dayIn('Pacific/Kiritimati', clock.now());
    if (birthday > lastDayAnywhere) throw invalid(sentences.birthdayInFuture);
  };

  app.route({
    ...listDoctorPatients,
    handler: async ({ actor, params: { doctorID }, query: { offset } }) => {
      await findDoctor(db, doctorID);
      return page(actor, { kind: 'of-doctor', doctorID }, offset);
    },
  });

  app.route({
    ...listPatientsInWork,
    handler: async ({ actor, query: { offset } }) => page(actor, { kind: 'in-work' }, offset),
  });

  app.route({
    ...listPatientsForRestore,
    handler: async ({ actor, query: { offset } }) => page(actor, { kind: 'for-restore' }, offset),
  });

  const page = async (actor: Actor, list: Parameters<typeof listPatientsPage>[2], offset: number) => {
    const { rows, totalCount } = await listPatientsPage(db, actor, list, offset, PAGE_SIZE);
    return { patients: rows.map(presentPatient), currentOffset: offset, totalCount };
  };

  app.route({
    ...createPatient,
    handler: async (request, reply) => {
      const { actor, params, body } = request;
      authorize(actor, 'patient.create');
      checkBirthday(body.birthday);
      const { id: doctorID } = await findDoctor(db, params.doctorID);
      const patientID = await db.transaction().execute(async (tx) => {
        const { id } = await insertPatient(tx, doctorID, body);
        await record(tx, initiatorOf(request), { action: 'patient.create', doctorID, patientID: id });
        await publishPatientChange(tx, id);
        return id;
      });
      return reply.code(201).send({ patientID });
    },
  });

  app.route({
    ...listDropdownPatients,
    handler: async ({ actor, params: { doctorID } }) => {
      await findDoctor(db, doctorID);
      const patients = await listPatientNames(db, actor, doctorID);
      return { patients: patients.map(({ id, name }) => ({ patientID: id, name })) };
    },
  });

  app.route({
    ...getPatient,
    handler: async (request) => {
      const patient = await findPatient(db, request.actor, request.params.patientID);
      seen.add(initiatorOf(request), { action: 'patient.see', patientID: patient.id });
      return presentPatient(patient);
    },
  });

  app.route({
    ...updatePatient,
    handler: async (request, reply) => {
      const { actor, params, body } = request;
      authorize(actor, 'patient.manage');
      checkBirthday(body.birthday);
      await db.transaction().execute(async (tx) => {
        const { id, doctorID } = await findPatient(tx, actor, params.patientID);
        await updatePatientFacts(tx, id, body);
        await record(tx, initiatorOf(request), { action: 'patient.change', doctorID, patientID: id });
        await publishPatientChange(tx, id);
      });
      return reply.code(204).send();
    },
  });

  app.route({
    ...listOwnPatients,
    handler: async ({ actor, query: { offset } }) => {
      const doctorID = accountOf(actor);
      const { rows, totalCount } = await listPatientsPage(
        db,
        actor,
        { kind: 'of-doctor', doctorID },
        offset,
        PAGE_SIZE,
      );
      const patients = rows.map((patient) => presentToDoctor(patient, doctorID));
      return { patients, currentOffset: offset, totalCount };
    },
  });

  app.route({
    ...getOwnPatient,
    handler: async (request) => {
      const patient = await findPatient(db, request.actor, request.params.patientID);
      seen.add(initiatorOf(request), { action: 'patient.see', patientID: patient.id });
      return presentToDoctor(patient, accountOf(request.actor));
    },
  });
};
