import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Actor, nobody } from '../../platform/access/actor.ts';
import { may } from '../../platform/access/rules.ts';
import { actorOf } from '../../people/accounts/sessions.ts';
import type { Context } from '../../platform/context.ts';
import { forbidden, notFound, Problem } from '../../platform/errors.ts';
import { sentences } from '../../platform/sentences.ts';
import { bearerOf } from '../external-shares/caller.ts';
import { findLiveShareByUUID } from '../external-shares/queries.ts';
import { findViewableStudy, type ViewableStudy } from './queries.ts';
import { type TicketOwner, readTicket, type Ticket } from './ticket.ts';

/** What a ticket has opened: on whose behalf, and which study with what was made of it. */
export interface ViewerSession {
  ticket: Ticket;
  study: ViewableStudy;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set below `/viewer/` alone, where no request comes in without. */
    viewing: ViewerSession | null;
  }
}

const AREA = '/api/1/viewer/';

/**
 * In the viewer's calls the caller is whom the ticket stands for, whoever is signed in beside it. Everything that the
 * right hangs on is asked for again with every call, so that a view ends with it; how it ended is told to nobody.
 */
export const authenticateViewer = (app: FastifyInstance, context: Context): void => {
  app.decorateRequest('viewing', null);
  app.addHook('onRequest', async (request) => {
    if (!request.routeOptions.url?.startsWith(AREA)) return;
    const { config, secrets, clock } = context;
    if (config.remoteViewer !== 'web') throw notFound(sentences.noSuchEndpoint);
    const token = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
    if (token === undefined) throw new Problem(401, sentences.viewerTicketMissing);
    const ticket = readTicket(secrets.viewTickets, token, clock.now());
    const right = ticket && (await checkAccess(context, ticket));
    if (!right) throw forbidden(sentences.viewerSessionOver);
    request.actor = right.actor;
    request.viewing = { ticket, study: right.study };
  });
};

/** On whose behalf, and what of; null when the right has ended. */
const checkAccess = async (
  context: Context,
  { owner: holder, studyID }: Ticket,
): Promise<{ actor: Actor; study: ViewableStudy } | null> => {
  const actor = await actorOfTicketOwner(context, holder);
  if (!may(actor, 'study.view-online')) return null;
  const study = await findViewableStudy(context.db, actor, studyID);
  return study ? { actor, study } : null;
};

/** Who a view is opened for as of now: nobody, once the sign-in or the share has ended. */
export const actorOfTicketOwner = async (context: Context, holder: TicketOwner): Promise<Actor> => {
  if (holder.kind === 'session') return actorOf(context, holder.sessionHash);
  const { db, clock, config } = context;
  if (!config.studyExternalShareEnabled) return nobody;
  const share = await findLiveShareByUUID(db, holder.shareUUID, clock.now());
  return share ? bearerOf(context, share) : nobody;
};

export const viewerSessionOf = ({ viewing }: FastifyRequest): ViewerSession => {
  if (!viewing) throw new Error('this call is open to nobody without a ticket');
  return viewing;
};

const RECHECK_MS = 1000;
/** Nobody reads any more: a connection that only looks alive must not hold a file open. */
const IDLE_TIMEOUT_MS = 60_000;

/** Hundreds of frames take half a minute over a slow line; a right that ends meanwhile gives no more of them. */
export const abortWhenAccessEnds = (context: Context, { raw }: FastifyReply, { ticket }: ViewerSession): void => {
  const timer = setInterval(async () => {
    // a database that is away for a moment is no reason to cut anybody off
    const right = await checkAccess(context, ticket).catch(() => 'unknown');
    if (!right) raw.destroy();
  }, RECHECK_MS).unref();
  raw.once('close', () => clearInterval(timer));
  raw.setTimeout(IDLE_TIMEOUT_MS, () => raw.destroy());
};
