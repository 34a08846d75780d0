import {
  acceptInvitation,
  changeClientPerson,
  getInvitation,
  inviteClientPerson,
  listClientPeople,
  listPeopleOfClient,
  mailInvitation,
  type MemberRole,
  removeClientPerson,
  withdrawInvitation,
} from '@snimok/contract/people/client-members';
import { accountOf, type Actor, clientOf } from '../../platform/access/actor.ts';
import { authorize } from '../../platform/access/rules.ts';
import { initiatorOf } from '../../platform/audit/record.ts';
import type { Context } from '../../platform/context.ts';
import type { Routes } from '../../platform/http/server.ts';
import { listLettersAbout } from '../../platform/letters/queries.ts';
import { setDeviceCookie } from '../accounts/sign-in/device-cookies.ts';
import { renewDevice } from '../accounts/sign-in/known-devices.ts';
import { listPeople } from '../accounts/account-rows/member-accounts.ts';
import { findDoctor } from '../doctors/queries.ts';
import { aboutInvitation, accept, findOpenInvitation, invite, inviteAgain, withdraw } from './invitations.ts';
import { changeRole, remove } from './people.ts';
import { presentInvitation, presentPerson } from './present.ts';
import { listInvitations } from './queries.ts';

/** The people of a client: its owner's account, doctors and receptionists. */
export const clientPeopleRoutes = (app: Routes, context: Context): void => {
  listRoutes(app, context);
  ownerRoutes(app, context);
  acceptRoutes(app, context);
};

const listRoutes = (app: Routes, context: Context): void => {
  const { db, clock } = context;
  const present = async (actor: Actor, clientID: number) => {
    const [people, invitations] = await Promise.all([
      listPeople(db, clientID),
      listInvitations(db, clientID),
    ]);
    const about = ({ uuid }: { uuid: string }) => aboutInvitation(uuid);
    const letters = await listLettersAbout(db, invitations.map(about));
    return {
      people: people.map((person) => presentPerson(person, accountOf(actor))),
      invitations: invitations.map((one) => presentInvitation(one, letters.get(about(one)), clock.now())),
    };
  };

  app.route({
    ...listClientPeople,
    handler: async ({ actor }) => {
      authorize(actor, 'client-people.manage');
      return present(actor, clientOf(actor));
    },
  });

  app.route({
    ...listPeopleOfClient,
    handler: async ({ actor, params }) => {
      authorize(actor, 'doctor.see');
      const { id } = await findDoctor(db, params.doctorID);
      return present(actor, id);
    },
  });
};

const ownerRoutes = (app: Routes, context: Context): void => {
  const ownClient = async (actor: Actor) => {
    authorize(actor, 'client-people.manage');
    return findDoctor(context.db, clientOf(actor));
  };

  app.route({
    ...inviteClientPerson,
    handler: async (request, reply) => {
      const client = await ownClient(request.actor);
      const invitationUUID = await invite(context, initiatorOf(request), client, request.body);
      return reply.code(201).send({ invitationUUID });
    },
  });

  app.route({
    ...mailInvitation,
    handler: async (request, reply) => {
      const client = await ownClient(request.actor);
      await inviteAgain(context, initiatorOf(request), client, request.params.invitationUUID);
      return reply.code(204).send();
    },
  });

  app.route({
    ...withdrawInvitation,
    handler: async (request, reply) => {
      const { id } = await ownClient(request.actor);
      await withdraw(context, initiatorOf(request), id, request.params.invitationUUID);
      return reply.code(204).send();
    },
  });

  app.route({
    ...changeClientPerson,
    handler: async (request, reply) => {
      const { id } = await ownClient(request.actor);
      const { params, body } = request;
      await changeRole(context, initiatorOf(request), id, params.accountID, body.role);
      return reply.code(204).send();
    },
  });

  app.route({
    ...removeClientPerson,
    handler: async (request, reply) => {
      const { id } = await ownClient(request.actor);
      await remove(context, initiatorOf(request), id, request.params.accountID);
      return reply.code(204).send();
    },
  });
};

const acceptRoutes = (app: Routes, context: Context): void => {
  app.route({
    ...getInvitation,
    handler: async ({ body }) => {
      const { clientName, email, clientRole, expiresAt } = await findOpenInvitation(context, body.token);
      return { clientName, email, role: clientRole as MemberRole, expiresAt: expiresAt.toISOString() };
    },
  });

  app.route({
    ...acceptInvitation,
    handler: async (request, reply) => {
      const accountID = await accept(context, initiatorOf(request), request.body);
      setDeviceCookie(context, request, reply, renewDevice(accountID, undefined, context.clock.now()));
      return { accountID };
    },
  });
};
