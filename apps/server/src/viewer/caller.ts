import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Actor, nobody } from '../access/actor.ts';
import { may } from '../access/rules.ts';
import { actorOf } from '../accounts/sessions.ts';
import type { Context } from '../context.ts';
import { forbidden, notFound, Problem } from '../errors.ts';
import { sentences } from '../sentences.ts';
import { bearerOf } from '../shares/caller.ts';
import { findLiveShareByUUID } from '../shares/queries.ts';
import { findViewed, type Viewed } from './queries.ts';
import { type Holder, readTicket, type Ticket } from './ticket.ts';

/** What a ticket has opened: on whose behalf, and which study with what was made of it. */
export interface Viewing {
  ticket: Ticket;
  study: Viewed;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set below `/viewer/` alone, where no request comes in without. */
    viewing: Viewing | null;
  }
}

const AREA = '/api/1/viewer/';

/**
 * In the viewer's calls the caller is whom the ticket stands for, whoever is signed in beside it. Everything that the
 * right hangs on is asked for again with every call, so that a view ends with it; how it ended is told to nobody.
 */
export const knowTheViewer = (app: FastifyInstance, context: Context): void => {
  app.decorateRequest('viewing', null);
  app.addHook('onRequest', async (request) => {
    if (!request.routeOptions.url?.startsWith(AREA)) return;
    const { config, secrets, clock, db } = context;
    if (config.remoteViewer !== 'web') throw notFound(sentences.noSuchCall);
    const token = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
    if (token === undefined) throw new Problem(401, sentences.viewTicketMissing);
    const ticket = readTicket(secrets.viewTickets, token, clock.now());
    const actor = ticket ? await holderOf(context, ticket.holder) : nobody;
    const study = ticket && may(actor, 'study.view-online') && (await findViewed(db, actor, ticket.studyID));
    if (!study) throw forbidden(sentences.viewOver);
    request.actor = actor;
    request.viewing = { ticket, study };
  });
};

const holderOf = async (context: Context, holder: Holder): Promise<Actor> => {
  if (holder.kind === 'session') return actorOf(context, holder.sessionHash);
  const { db, clock, config } = context;
  if (!config.studyExternalShareEnabled) return nobody;
  const share = await findLiveShareByUUID(db, holder.shareUUID, clock.now());
  return share ? bearerOf(context, share) : nobody;
};

export const viewingOf = ({ viewing }: FastifyRequest): Viewing => {
  if (!viewing) throw new Error('this call is open to nobody without a ticket');
  return viewing;
};
