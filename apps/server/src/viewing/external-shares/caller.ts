import { SHARE_PIN_HEADER } from '@snimok/contract/viewing/external-shares';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ShareRecipient } from '../../platform/access/actor.ts';
import { countFailure, networkOf } from '../../people/accounts/limits/throttle.ts';
import type { Context } from '../../platform/context.ts';
import { notFound, Problem } from '../../platform/errors/errors.ts';
import { sentences as ofHTTP } from '../../platform/http/sentences.ts';
import { hashToken } from '../../platform/secrets/hash-token.ts';
import { checkPIN } from './pin.ts';
import type { Flag } from './present.ts';
import { findLiveShare, type ShareRow } from './queries.ts';
import { logShareEvent } from './share-events.ts';
import { sentences } from './sentences.ts';

const AREA = '/api/1/external/';

/** Limit on wrong links per network and quarter of an hour. A valid link opens regardless of other attempts. */
const ADDRESS_FAILURES = 100;

/**
 * Under `/external/` the actor is the recipient that the bearer token identifies; a session cookie is ignored. A wrong,
 * an expired and a deleted token get the same response after the same lookup by hash, so the response reveals nothing
 * about a guess.
 */
export const authenticateShare = (app: FastifyInstance, context: Context): void => {
  app.addHook('onRequest', async (request) => {
    if (!request.routeOptions.url?.startsWith(AREA)) return;
    if (!context.config.studyExternalShareEnabled) throw notFound(ofHTTP.noSuchEndpoint);
    const token = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
    if (token === undefined) throw new Problem(401, sentences.shareTokenMissing);
    // the token of a program or of the API is not a link, and the guard refuses it
    if (['desktop', 'receiver', 'token'].includes(request.actor.kind)) return;
    const share = await findShareByToken(context, token, request);
    if (!share) {
      const limit = { key: `share-address:${networkOf(request.ip)}`, attempts: ADDRESS_FAILURES };
      await countFailure(context, [limit], sentences.tooManyShareTries);
      throw notFound(sentences.shareGone);
    }
    request.actor = recipientOf(context, share);
  });
};

const findShareByToken = async (context: Context, token: string, request: FastifyRequest) => {
  const share = await findLiveShare(context, hashToken(token));
  const pin = request.headers[SHARE_PIN_HEADER];
  if (!share) return undefined;
  await checkPIN(context, share, typeof pin === 'string' ? pin : undefined).catch(async (cause) => {
    // guesses are not logged while the link is locked
    const isLocked = share.pinLockedUntil !== null && share.pinLockedUntil > context.clock.now();
    if (pin !== undefined && !isLocked)
      await logShareEvent(context, request, recipientOf(context, share), 'wrong-pin');
    throw cause;
  });
  return share;
};

/** The recipient as an actor. Drops the viewer flag when the viewer was switched off after the share was created. */
export const recipientOf = (
  { config }: Context,
  { uuid, studyID, flags, showMarks, expiresAt, kind }: ShareRow,
): ShareRecipient => {
  const offered = (flags as Flag[]).filter((flag) => flag !== 'remote-viewer' || offersViewer(config));
  return {
    kind: 'share',
    shareUUID: uuid,
    studyID,
    flags: new Set(offered),
    showMarks,
    expiresAt,
    forPatient: kind === 'patient',
  };
};

export const offersViewer = ({ remoteViewer, studyExternalShareRemoteViewerEnabled }: Context['config']) =>
  remoteViewer !== 'off' && studyExternalShareRemoteViewerEnabled;

/** Whether doctors can send links, also with the referrals that they send. */
export const offersLinksOfDoctors = ({
  studyExternalShareEnabled,
  doctorExternalShareEnabled,
}: Context['config']) => studyExternalShareEnabled && doctorExternalShareEnabled;
