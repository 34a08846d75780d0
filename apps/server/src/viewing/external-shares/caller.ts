import { SHARE_PIN_HEADER } from '@snimok/contract/external-shares';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ShareRecipient } from '../../platform/access/actor.ts';
import { countTry, forgive, network } from '../../people/accounts/throttle.ts';
import type { Context } from '../../platform/context.ts';
import { notFound, Problem } from '../../platform/errors.ts';
import { sentences } from '../../platform/sentences.ts';
import { isAvailableTo } from '../../studies/studies/queries.ts';
import { checkPIN } from './pin.ts';
import type { Flag } from './present.ts';
import { findLiveShare, findLiveShareByUUID, type ShareRow } from './queries.ts';
import { hashOf } from './token.ts';

const AREA = '/api/1/external/';

/** A clinic behind one router mistypes; who has tried so many links in a quarter of an hour is guessing. */
const ADDRESS_TRIES = 100;

/**
 * In the external area the caller is whom the bearer token stands for, whoever is signed in beside it. A wrong, an
 * expired and a deleted token are one answer after one look-up by hash: nothing tells how near a guess was.
 */
export const authenticateShare = (app: FastifyInstance, context: Context): void => {
  app.addHook('onRequest', async (request) => {
    if (!request.routeOptions.url?.startsWith(AREA)) return;
    if (!context.config.studyExternalShareEnabled) throw notFound(sentences.noSuchEndpoint);
    const token = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
    if (token === undefined) throw new Problem(401, sentences.shareTokenMissing);
    const guesses = `share-address:${network(request.ip)}`;
    await countTry(context, [{ key: guesses, tries: ADDRESS_TRIES }], sentences.tooManyShareTries);
    const share = await findShareByToken(context, token, request);
    if (!share) throw notFound(sentences.shareGone);
    request.actor = bearerOf(context, share);
    await forgive(context.db, [guesses]);
  });
};

const findShareByToken = async (context: Context, token: string, request: FastifyRequest) => {
  const share = await findLiveShare(context.db, hashOf(token), context.clock.now());
  const pin = request.headers[SHARE_PIN_HEADER];
  if (share) await checkPIN(context, share, typeof pin === 'string' ? pin : undefined);
  return share;
};

/** Online viewing may be switched off after the letter has promised it. */
export const bearerOf = ({ config }: Context, { uuid, studyID, flags, expiresAt }: ShareRow): ShareRecipient => {
  const offered = (flags as Flag[]).filter((flag) => flag !== 'remote-viewer' || offersViewer(config));
  return { kind: 'share', shareUUID: uuid, studyID, flags: new Set(offered), expiresAt };
};

export const offersViewer = ({ remoteViewer, studyExternalShareRemoteViewerEnabled }: Context['config']) =>
  remoteViewer !== 'off' && studyExternalShareRemoteViewerEnabled;

/** Does a download handed out through a share still have its right? `share:{uuid}:study:{id}` */
export const shareStillGranted = async (context: Context, grant: string): Promise<boolean> => {
  const { db, clock, config } = context;
  const [, shareUUID, studyID] = /^share:([0-9a-f-]{36}):study:(\d+)$/.exec(grant) ?? [];
  if (!shareUUID || !config.studyExternalShareEnabled) return false;
  const share = await findLiveShareByUUID(db, shareUUID, clock.now());
  if (share?.studyID !== Number(studyID) || !share.flags.includes('download')) return false;
  return isAvailableTo(db, bearerOf(context, share), share.studyID);
};
