import { type Actor, accountOf } from '../../../platform/access/actor.ts';
import { credentialKey, readCredentialKey, type Right } from '../../../platform/access/right.ts';

/** The permission in a URL, so that the URL stops working when the permission ends. */
interface URLPermission {
  grant: string;
  /** Absent for a share, which the grant names. */
  issuedTo?: string | undefined;
  /** Absent for a share, a program or a token. */
  session?: string | undefined;
}

/** `doctor:5:study:9` */
export const downloadPermission = (who: Actor, studyID: number): URLPermission => ({
  grant: `${who.kind}:${who.kind === 'share' ? who.shareUUID : accountOf(who)}:study:${studyID}`,
  ...boundTo(who),
});

/**
 * The permission of upload URLs. They stop working when the upload is completed, so that no file changes while it is
 * processed, and when the session, the program or the token ends. The grant has the form that earlier versions accept.
 */
export const uploadPermission = (who: Actor, uploadUUID: string): URLPermission => ({
  grant: `upload:${uploadUUID}${who.kind === 'desktop' ? `:desktop:${who.grantID}` : ''}`,
  ...boundTo(who),
});

/** A session is named beside its account, because the previous version of the portal reads only the account. */
const boundTo = (who: Actor): Omit<URLPermission, 'grant'> => ({
  issuedTo: holderOf(who),
  session:
    'sessionHash' in who && who.sessionHash
      ? credentialKey({ kind: 'session', sessionHash: who.sessionHash })
      : undefined,
});

/** The account, program or token to which URLs are issued, as text. */
export const holderOf = (who: Actor): string | undefined => {
  if (who.kind === 'share') return undefined;
  if (who.kind === 'token') return credentialKey({ kind: 'token', tokenID: who.tokenID });
  if (who.kind === 'desktop' || who.kind === 'receiver')
    return credentialKey({ kind: 'program', grantID: who.grantID });
  const version = ('credentialsVersion' in who ? who.credentialsVersion : undefined) ?? null;
  return credentialKey({ kind: 'account', accountID: accountOf(who), version, sessionHash: null });
};

/**
 * `text` is a grant, followed by the holder and the session if there are any, separated by spaces. Null if it is neither
 * download nor upload.
 */
export const readPermission = (text: string): Right | null => {
  const [, grant = '', holder] = /^(\S+)(?: (.+))?$/.exec(text) ?? [];
  const named = holder === undefined ? null : readCredentialKey(holder);
  if (holder !== undefined && !named) return null;
  return readUpload(grant, named) ?? readDownload(grant, named);
};

const readUpload = (grant: string, named: Right['credential']): Right | null => {
  const [, uploadUUID, grantID] = /^upload:([0-9a-f-]{36})(?::desktop:(\d+))?$/.exec(grant) ?? [];
  if (!uploadUUID) return null;
  const program = grantID ? ({ kind: 'program', grantID: Number(grantID) } as const) : null;
  const credential = named ?? program;
  return { credential, action: credential && 'study.upload', studyIDs: [], uploadUUID };
};

const readDownload = (grant: string, named: Right['credential']): Right | null => {
  const [, kind, id = '', studyID] =
    /^(assistant|doctor|token|share|receiver):(\d+|[0-9a-f-]{36}):study:(\d+)$/.exec(grant) ?? [];
  // the account alone is no credential of a program
  if (!kind || (kind === 'receiver' && !named)) return null;
  const credential: Right['credential'] =
    kind === 'share'
      ? { kind: 'share', shareUUID: id }
      : (named ?? { kind: 'account', accountID: Number(id), version: null, sessionHash: null });
  return { credential, action: 'study.download', studyIDs: [Number(studyID)], uploadUUID: null };
};
