import { type Actor, nobody } from '../../platform/access/actor.ts';
import { type Credential, credentialKey, type Right } from '../../platform/access/right.ts';
import { may } from '../../platform/access/rules.ts';
import type { Context } from '../../platform/context.ts';
import { readActors } from '../../people/program-access/read-actors.ts';
import { recipientOf } from '../external-shares/caller.ts';
import { listLiveShares } from '../external-shares/queries.ts';
import { listOpenUploads, listVisibleStudies, type OpenStudies, type Viewer } from './queries.ts';

/** Statements with more parts would take longer to plan than to run. */
const VIEWERS_PER_QUERY = 100;

/**
 * Whether each of these rights still exists, read from the database: the credential, what the actor may do, and the rows
 * that the actor sees. The number of queries does not grow with the number of rights.
 */
export const checkRights = async (context: Context, rights: readonly Right[]): Promise<boolean[]> => {
  const { db } = context;
  const credentials = rights.flatMap(({ credential }) => credential ?? []);
  const [actors, openUploads] = await Promise.all([
    readAllActors(context, credentials),
    listOpenUploads(
      db,
      rights.flatMap(({ uploadUUID }) => uploadUUID ?? []),
    ),
  ]);
  const actorOf = ({ credential }: Right) => credential && (actors.get(credentialKey(credential)) ?? nobody);
  const visible = await readVisible(context, rights, actorOf);
  return rights.map((right) => {
    const { uploadUUID, action, studyIDs } = right;
    const who = actorOf(right);
    if (uploadUUID !== null && !openUploads.has(uploadUUID)) return false;
    // an upload URL that names no account
    if (who === null) return uploadUUID !== null;
    if (who.kind === 'nobody' || (action !== null && !may(who, action))) return false;
    const studies = visible(who);
    const needsFiles = action !== null && action !== 'study.upload' && action !== 'patient.export';
    return studyIDs.every((id) => (needsFiles ? studies.get(id) === true : studies.has(id)));
  });
};

/** Like `checkRights`, for a single right. */
export const hasRight = async (context: Context, right: Right): Promise<boolean> =>
  (await checkRights(context, [right]))[0] ?? false;

const readAllActors = async (context: Context, credentials: Credential[]): Promise<Map<string, Actor>> => {
  const { config } = context;
  const shareUUIDs = credentials.flatMap((each) => (each.kind === 'share' ? each.shareUUID : []));
  const [actors, shares] = await Promise.all([
    readActors(context, credentials),
    config.studyExternalShareEnabled ? listLiveShares(context, shareUUIDs) : [],
  ]);
  for (const share of shares) {
    const credential = { kind: 'share', shareUUID: share.uuid } as const;
    actors.set(credentialKey(credential), recipientOf(context, share));
  }
  return actors;
};

/** Actors with the same key see the same studies. */
const viewerKey = (who: Actor): string => {
  if (who.kind === 'desktop') return 'staff';
  if (who.kind === 'assistant' || who.kind === 'token')
    return who.rights.has('studies') ? 'staff' : 'staff without studies';
  return who.kind === 'share' ? who.shareUUID : `${who.kind} ${'accountID' in who ? who.accountID : ''}`;
};

const readVisible = async (
  { db }: Context,
  rights: readonly Right[],
  actorOf: (right: Right) => Actor | null,
) => {
  const viewers = new Map<string, Viewer>();
  for (const right of rights) {
    const who = actorOf(right);
    if (!who || right.studyIDs.length === 0) continue;
    const key = viewerKey(who);
    const viewer = viewers.get(key) ?? { who, studyIDs: [] };
    viewer.studyIDs.push(...right.studyIDs);
    viewers.set(key, viewer);
  }
  const visible = new Map<string, OpenStudies>();
  const all = [...viewers];
  for (let at = 0; at < all.length; at += VIEWERS_PER_QUERY) {
    const some = all.slice(at, at + VIEWERS_PER_QUERY);
    const found = await listVisibleStudies(
      db,
      some.map(([, viewer]) => viewer),
    );
    for (const [i, [key]] of some.entries()) visible.set(key, found[i] ?? new Map());
  }
  return (who: Actor): OpenStudies => visible.get(viewerKey(who)) ?? new Map();
};
