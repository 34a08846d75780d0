import type { ApiScope } from '@snimok/contract/people/api-tokens';
import type { StaffRight } from '@snimok/contract/people/staff';
import { type Actor, nobody } from '../../platform/access/actor.ts';
import { rightsOfScopes } from '../../platform/access/token-scopes.ts';
import type { TokenRow } from './queries.ts';

type CreatorFacts = Pick<TokenRow, 'scopes' | 'creatorRole' | 'creatorRights' | 'creatorDisabledAt'>;

/** Whether the creator's account was disabled, or lacks a right that the token's scopes need. */
export const isSuspended = ({
  scopes,
  creatorRole,
  creatorRights,
  creatorDisabledAt,
}: CreatorFacts): boolean =>
  creatorDisabledAt !== null ||
  creatorRole !== 'assistant' ||
  [...rightsOfScopes(scopes)].some((right) => !(creatorRights as StaffRight[]).includes(right));

/** `nobody` while the token is suspended. */
export const actorOfToken = (token: CreatorFacts & Pick<TokenRow, 'id' | 'creatorID'>): Actor =>
  isSuspended(token)
    ? nobody
    : {
        kind: 'token',
        accountID: token.creatorID,
        tokenID: token.id,
        scopes: new Set(token.scopes as ApiScope[]),
        rights: rightsOfScopes(token.scopes),
      };
