import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Actor, nobody } from '../../../platform/access/actor.ts';
import type { Credential } from '../../../platform/access/right.ts';
import { may } from '../../../platform/access/rules.ts';
import { findSessionActor } from '../../../people/accounts/sessions/sessions.ts';
import type { Context } from '../../../platform/context.ts';
import { forbidden, notFound, Problem } from '../../../platform/errors/errors.ts';
import { sentences as ofHTTP } from '../../../platform/http/sentences.ts';
import { recipientOf } from '../../external-shares/caller.ts';
import { findLiveShareByUUID } from '../../external-shares/queries.ts';
import { findViewableStudy, type ViewableStudy } from '../viewed-study/queries.ts';
import { type TicketOwner, readTicket, type Ticket } from './ticket.ts';
import { sentences } from '../sentences.ts';

/** A valid ticket, and its study with the state of the rendition. */
interface ViewerSession {
  ticket: Ticket;
  study: ViewableStudy;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set on every request under `/viewer/`, null elsewhere. */
    viewerSession: ViewerSession | null;
  }
}

const AREA = '/api/1/viewer/';

/**
 * Under `/viewer/` the actor is the owner of the ticket; a session cookie is ignored. Access is checked again on every
 * request, so a viewer session ends with the session or share that opened it. All refusals get the same response.
 */
export const authenticateViewer = (app: FastifyInstance, context: Context): void => {
  app.decorateRequest('viewerSession', null);
  app.addHook('onRequest', async (request) => {
    if (!request.routeOptions.url?.startsWith(AREA)) return;
    const { config, secrets, clock } = context;
    if (config.remoteViewer !== 'web') throw notFound(ofHTTP.noSuchEndpoint);
    const token = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
    if (token === undefined) throw new Problem(401, sentences.viewerTicketMissing);
    const ticket = readTicket(secrets.viewTickets, token, clock.now());
    const access = ticket && (await checkAccess(context, ticket));
    if (!access) throw forbidden(sentences.viewerSessionOver);
    request.actor = access.actor;
    request.viewerSession = { ticket, study: access.study };
  });
};

/** The ticket's actor and study; null when the actor may no longer view the study. */
const checkAccess = async (
  context: Context,
  { owner, studyID }: Ticket,
): Promise<{ actor: Actor; study: ViewableStudy } | null> => {
  const actor = await actorOfTicketOwner(context, owner);
  if (!may(actor, 'study.view-online')) return null;
  const study = await findViewableStudy(context.db, actor, studyID);
  return study ? { actor, study } : null;
};

/** The actor of a session or share. After the session or share has ended, the actor is `nobody`. */
const actorOfTicketOwner = async (context: Context, owner: TicketOwner): Promise<Actor> => {
  if (owner.kind === 'session') return findSessionActor(context, owner.sessionHash);
  if (!context.config.studyExternalShareEnabled) return nobody;
  const share = await findLiveShareByUUID(context, owner.shareUUID);
  return share ? recipientOf(context, share) : nobody;
};

export const credentialOfTicketOwner = (owner: TicketOwner): Credential =>
  owner.kind === 'session'
    ? { kind: 'session', sessionHash: owner.sessionHash }
    : { kind: 'share', shareUUID: owner.shareUUID };

export const viewerSessionOf = ({ viewerSession }: FastifyRequest): ViewerSession => {
  if (!viewerSession) throw new Error('a request under /viewer/ has no viewer session');
  return viewerSession;
};
