/** Identifies an actor while a transfer runs, so that the account, share or program can be read again. */
export type Credential =
  | { kind: 'session'; sessionHash: Buffer }
  /**
   * For a presigned URL. `version` is `accounts.credentials_version`: another value in the database means a new password.
   * `sessionHash` is null in URLs of earlier versions of the portal.
   */
  | { kind: 'account'; accountID: number; version: number | null; sessionHash: Buffer | null }
  | { kind: 'program'; grantID: number }
  | { kind: 'token'; tokenID: number }
  | { kind: 'share'; shareUUID: string };

/** The actions during which bytes of a study are sent or received, or the rows of a list are sent. */
type TransferAction =
  | 'study.download'
  | 'study.read-dicom'
  | 'study.view-online'
  | 'study.upload'
  | 'list.export'
  | 'patient.export';

/** What a running transfer needs. When any of it ends, the transfer is cut. */
export interface Right {
  /** Null for an upload URL of an earlier version of the portal, whose URLs named no account. */
  credential: Credential | null;
  /** Null if seeing the studies is enough. */
  action: TransferAction | null;
  /** The studies that the transfer contains; all of them must be visible to the actor. */
  studyIDs: readonly number[];
  uploadUUID: string | null;
}

/** A text that is equal for equal credentials. */
export const credentialKey = (credential: Credential): string => {
  switch (credential.kind) {
    case 'session':
      return `session:${credential.sessionHash.toString('base64url')}`;
    case 'account': {
      const { accountID, version, sessionHash } = credential;
      const session = sessionHash ? ` session:${sessionHash.toString('base64url')}` : '';
      return `account:${accountID}${version === null ? '' : `:${version}`}${session}`;
    }
    case 'program':
      return `program:${credential.grantID}`;
    case 'token':
      return `token:${credential.tokenID}`;
    case 'share':
      return `share:${credential.shareUUID}`;
  }
};

/** Null if the text is not the key of an account, program or token. */
export const readCredentialKey = (key: string): Credential | null => {
  const [, accountID, version, session] =
    /^account:(\d{1,15})(?::(\d{1,15}))?(?: session:([\w-]{43}))?$/.exec(key) ?? [];
  if (accountID)
    return {
      kind: 'account',
      accountID: Number(accountID),
      version: version ? Number(version) : null,
      sessionHash: session ? Buffer.from(session, 'base64url') : null,
    };
  const [, grantID] = /^program:(\d{1,15})$/.exec(key) ?? [];
  if (grantID) return { kind: 'program', grantID: Number(grantID) };
  const [, tokenID] = /^token:(\d{1,15})$/.exec(key) ?? [];
  return tokenID ? { kind: 'token', tokenID: Number(tokenID) } : null;
};
