import type { FastifyRequest } from 'fastify';
import { accountOf } from '../../platform/access/actor.ts';
import type { Context } from '../../platform/context.ts';
import { Problem } from '../../platform/errors/errors.ts';
import { sentences } from '../../platform/access/sentences.ts';
import { findAccountByID } from '../accounts/account-rows/accounts.ts';

/** The account and the session of a request. */
export const findOwnAccount = async ({ db }: Context, request: FastifyRequest) => {
  const account = await findAccountByID(db, accountOf(request.actor));
  if (!account || !request.sessionHash) throw new Problem(401, sentences.signInFirst);
  return { account, sessionHash: request.sessionHash };
};
