import { PAGE_SIZE } from '@snimok/contract/values/fields';
import {
  createStaffMember,
  endStaffSessions,
  getStaffMember,
  listStaff,
  readStaffNotices,
  resetStaffFactors,
  resetStaffPassword,
  setStaffMemberDisabled,
  updateStaffMember,
} from '@snimok/contract/people/staff';
import type { FastifyRequest } from 'fastify';
import { accountOf } from '../../platform/access/actor.ts';
import { authorize } from '../../platform/access/rules.ts';
import { initiatorOf } from '../../platform/audit/record.ts';
import type { Context } from '../../platform/context.ts';
import type { Routes } from '../../platform/http/server.ts';
import { findLetterAbout, listLettersAbout } from '../../platform/letters/queries.ts';
import { aboutPassword, createAccount, mailNewPassword } from '../accounts/account-rows/accounts.ts';
import {
  clearNotices,
  findStaffMember,
  listNotices,
  listStaffPage,
} from '../accounts/account-rows/staff-accounts.ts';
import { listStates } from '../single-sign-on/identities.ts';
import { changeMember, endMemberSessions, resetMemberFactors, setMemberDisabled } from './change-member.ts';
import { presentMember } from './present.ts';

/** The accounts of the employees, for administrators. */
export const staffRoutes = (app: Routes, context: Context): void => {
  const { db } = context;
  /** Whether each account is bound to a person at the identity provider; null without one. */
  const singleSignOnOf = async (accountIDs: number[]) =>
    context.config.singleSignOn ? listStates(db, accountIDs, context.clock.now()) : () => null;

  app.route({
    ...listStaff,
    handler: async ({ actor, query: { offset } }) => {
      authorize(actor, 'staff.manage');
      const { rows, totalCount } = await listStaffPage(context, { offset, limit: PAGE_SIZE });
      const letters = await listLettersAbout(
        db,
        rows.map(({ id }) => aboutPassword(id)),
      );
      const stateOf = await singleSignOnOf(rows.map(({ id }) => id));
      const staff = rows.map((row) =>
        presentMember(row, accountOf(actor), stateOf(row.id), letters.get(aboutPassword(row.id))),
      );
      const notices = await listNotices(db, accountOf(actor));
      return { staff, notices, currentOffset: offset, totalCount };
    },
  });

  app.route({
    ...readStaffNotices,
    handler: async ({ actor }, reply) => {
      authorize(actor, 'staff.manage');
      await clearNotices(db, accountOf(actor));
      return reply.code(204).send();
    },
  });

  app.route({
    ...createStaffMember,
    handler: async (request, reply) => {
      authorize(request.actor, 'staff.manage');
      const account = { ...request.body, role: 'assistant', featureFlags: [] };
      const accountID = await createAccount(context, initiatorOf(request), account);
      return reply.code(201).send({ accountID });
    },
  });

  app.route({
    ...getStaffMember,
    handler: async ({ actor, params: { accountID } }) => {
      authorize(actor, 'staff.manage');
      const row = await findStaffMember(context, accountID);
      const stateOf = await singleSignOnOf([accountID]);
      const letter = await findLetterAbout(db, aboutPassword(accountID));
      return presentMember(row, accountOf(actor), stateOf(accountID), letter);
    },
  });

  changeRoutes(app, context);
};

const changeRoutes = (app: Routes, context: Context): void => {
  /** Throws 404 for the account of a client. */
  const memberOf = async ({ actor, params }: Pick<FastifyRequest, 'actor'> & { params: Params }) => {
    authorize(actor, 'staff.manage');
    return findStaffMember(context, params.accountID);
  };

  app.route({
    ...updateStaffMember,
    handler: async (request, reply) => {
      const { id } = await memberOf(request);
      await changeMember(context, initiatorOf(request), id, request.body);
      return reply.code(204).send();
    },
  });

  app.route({
    ...setStaffMemberDisabled,
    handler: async (request, reply) => {
      const { id } = await memberOf(request);
      await setMemberDisabled(context, initiatorOf(request), id, request.body.disabled);
      return reply.code(204).send();
    },
  });

  app.route({
    ...endStaffSessions,
    handler: async (request, reply) => {
      const { id } = await memberOf(request);
      await endMemberSessions(context, initiatorOf(request), id);
      return reply.code(204).send();
    },
  });

  app.route({
    ...resetStaffFactors,
    handler: async (request, reply) => {
      const { id } = await memberOf(request);
      await resetMemberFactors(context, initiatorOf(request), id);
      return reply.code(204).send();
    },
  });

  app.route({
    ...resetStaffPassword,
    handler: async (request, reply) => {
      await mailNewPassword(context, initiatorOf(request), await memberOf(request));
      return reply.code(204).send();
    },
  });
};

interface Params {
  accountID: number;
}
