import { UPLOAD_SCOPE } from '@snimok/contract/people/program-access';
import { type Actor, nobody } from '../../platform/access/actor.ts';
import type { LiveGrant } from './queries.ts';

/** The actor of a grant in force. */
export const actorOfGrant = ({ id: grantID, assistantID, scope, clientID }: LiveGrant): Actor => {
  if (assistantID === null) return nobody;
  return scope === UPLOAD_SCOPE
    ? { kind: 'desktop', accountID: assistantID, grantID }
    : { kind: 'receiver', accountID: assistantID, clientID, grantID };
};
