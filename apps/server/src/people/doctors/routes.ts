import {
  createDoctor,
  getDoctor,
  getMe,
  listDoctors,
  listDropdownDoctors,
  resetDoctorPassword,
  updateDoctor,
} from '@snimok/contract/people/doctors';
import { accountOf, clientOf } from '../../platform/access/actor.ts';
import { authorize } from '../../platform/access/rules.ts';
import {
  aboutPassword,
  createAccount,
  findAccountByID,
  mailNewPassword,
  updateDoctorFacts,
} from '../accounts/account-rows/accounts.ts';
import { initiatorOf, record } from '../../platform/audit/record.ts';
import type { Context } from '../../platform/context.ts';
import { sendJSON } from '../../platform/http/send-json.ts';
import type { Routes } from '../../platform/http/server.ts';
import { publishAccountChange, publishCountersChange } from '../../platform/realtime/publish-changes.ts';
import { findLetterAbout } from '../../platform/letters/queries.ts';
import { presentPage } from './list-page.ts';
import { presentClient, presentMe } from './present.ts';
import { findDoctor, encodeDoctorNames } from './queries.ts';

export const doctorRoutes = (app: Routes, context: Context): void => {
  const { db } = context;

  app.route({
    ...listDoctors,
    handler: async ({ actor, query }) => {
      authorize(actor, 'doctor.see');
      return presentPage(db, query);
    },
  });

  app.route({
    ...createDoctor,
    handler: async (request, reply) => {
      authorize(request.actor, 'doctor.manage');
      const client = { ...request.body, role: 'doctor' };
      const doctorID = await createAccount(context, initiatorOf(request), client);
      return reply.code(201).send({ doctorID });
    },
  });

  app.route({
    ...getDoctor,
    handler: async ({ actor, params }) => {
      authorize(actor, 'doctor.see');
      const doctor = await findDoctor(db, params.doctorID);
      return presentClient(doctor, await findLetterAbout(db, aboutPassword(doctor.id)));
    },
  });

  app.route({
    ...updateDoctor,
    handler: async (request, reply) => {
      const { body, params } = request;
      authorize(request.actor, 'doctor.manage');
      const details = { featureFlags: body.featureFlags.join(' ') };
      await db.transaction().execute(async (tx) => {
        await updateDoctorFacts(tx, params.doctorID, body);
        await record(tx, initiatorOf(request), { action: 'doctor.change', ...params, details });
        await publishCountersChange(tx, ['assistants']);
        await publishAccountChange(tx, params.doctorID);
      });
      return reply.code(204).send();
    },
  });

  app.route({
    ...resetDoctorPassword,
    handler: async (request, reply) => {
      authorize(request.actor, 'doctor.manage');
      const doctor = await findDoctor(db, request.params.doctorID);
      await mailNewPassword(context, initiatorOf(request), { ...doctor, role: 'doctor' });
      return reply.code(204).send();
    },
  });

  app.route({
    ...listDropdownDoctors,
    handler: async ({ actor }, reply) => {
      authorize(actor, 'doctor.see');
      return sendJSON(reply, await encodeDoctorNames(db));
    },
  });

  app.route({
    ...getMe,
    handler: async ({ actor }) =>
      presentMe(actor, await findDoctor(db, clientOf(actor)), await findAccountByID(db, accountOf(actor))),
  });
};
