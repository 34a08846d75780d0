import {
  declinePatientAccess,
  getPatientAccessRequest,
  listFriends,
  listPatientShares,
  mailPatientShare,
  requestPatientAccess,
  sharePatient,
  unsharePatient,
} from '@snimok/contract/people/patient-shares';
import { type Actor, clientOf } from '../../platform/access/actor.ts';
import { authorize } from '../../platform/access/rules.ts';
import { initiatorOf } from '../../platform/audit/record.ts';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/client.ts';
import { forbidden } from '../../platform/errors/errors.ts';
import type { Routes } from '../../platform/http/server.ts';
import { presentLetterToDoctor } from '../../platform/letters/present.ts';
import { listLettersAbout } from '../../platform/letters/queries.ts';
import { findPatientOrKept } from '../patients/merged-patients.ts';
import { sentences } from '../../platform/access/sentences.ts';
import { listFriendsOf, listOpenRequests, listSharesOf } from './queries.ts';
import { declineAccess, findOwnRequest, requestAccess } from './request-access.ts';
import { aboutShare, resendShareLetter, sharePatientWith, unsharePatientWith } from './share-patient.ts';

export const patientShareRoutes = (app: Routes, context: Context): void => {
  shareRoutes(app, context);
  accessRequestRoutes(app, context);
};

const shareRoutes = (app: Routes, context: Context): void => {
  const { db } = context;

  app.route({
    ...listFriends,
    handler: async ({ actor }) => ({ friends: (await listFriendsOf(db, clientOf(actor))).map(present) }),
  });

  app.route({
    ...listPatientShares,
    handler: async ({ actor, params }) => {
      const { id } = await findOwnPatient(db, actor, params.patientID);
      const [doctors, requests] = await Promise.all([listSharesOf(db, id), listOpenRequests(db, id)]);
      const about = (doctor: { id: number }) => aboutShare(id, doctor.id);
      const letters = await listLettersAbout(db, doctors.map(about));
      return {
        doctors: doctors.map((doctor) => ({
          ...present(doctor),
          letter: presentLetterToDoctor(letters.get(about(doctor))),
        })),
        requests: requests.map((requester) => ({
          ...present(requester),
          requestedAt: requester.requestedAt.toISOString(),
        })),
      };
    },
  });

  app.route({
    ...sharePatient,
    handler: async (request, reply) => {
      const { actor, params, body } = request;
      const patient = await findOwnPatient(db, actor, params.patientID);
      if (actor.kind !== 'doctor') throw forbidden(sentences.forbidden);
      return reply
        .code(201)
        .send(await sharePatientWith(context, actor, initiatorOf(request), patient, body));
    },
  });

  app.route({
    ...unsharePatient,
    handler: async (request, reply) => {
      const { actor, params } = request;
      const patient = await findOwnPatient(db, actor, params.patientID);
      await unsharePatientWith(context, initiatorOf(request), patient, params.doctorID);
      return reply.code(204).send();
    },
  });

  app.route({
    ...mailPatientShare,
    handler: async ({ actor, params }, reply) => {
      const patient = await findOwnPatient(db, actor, params.patientID);
      await resendShareLetter(context, patient, params.doctorID);
      return reply.code(204).send();
    },
  });
};

const accessRequestRoutes = (app: Routes, context: Context): void => {
  app.route({
    ...getPatientAccessRequest,
    handler: async ({ actor, params }) => {
      const request = await findOwnRequest(context, actor, params.patientID);
      if (!request) return { request };
      const { requestedAt, declinedAt, letter } = request;
      return {
        request: {
          requestedAt: requestedAt.toISOString(),
          declined: declinedAt !== null,
          letter: presentLetterToDoctor(letter),
        },
      };
    },
  });

  app.route({
    ...requestPatientAccess,
    handler: async (request, reply) => {
      await requestAccess(context, request.actor, initiatorOf(request), request.params.patientID);
      return reply.code(204).send();
    },
  });

  app.route({
    ...declinePatientAccess,
    handler: async (request, reply) => {
      const { actor, params } = request;
      const patient = await findOwnPatient(context.db, actor, params.patientID);
      await declineAccess(context, initiatorOf(request), patient, params.doctorID);
      return reply.code(204).send();
    },
  });
};

/** Throws for a patient of another doctor, also if it is shared with the actor. */
const findOwnPatient = async (db: Tx, actor: Actor, patientID: number) => {
  const patient = await findPatientOrKept(db, actor, patientID);
  authorize(actor, 'patient.share', patient);
  return patient;
};

const present = ({ id, name }: { id: number; name: string }) => ({ doctorID: id, name });
