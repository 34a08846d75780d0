import { API_SCOPES, type ApiScope } from '@snimok/contract/people/api-tokens';
import type { StaffRight } from '@snimok/contract/people/staff';

/** What a token with the scope may do with the rows of its endpoints; its creator must have the right as well. */
const rights: Record<ApiScope, StaffRight> = {
  'clients:read': 'clients',
  'patients:read': 'studies',
  'patients:write': 'studies',
  'studies:read': 'studies',
  'studies:download': 'studies',
  'bookings:read': 'booking',
  'bookings:write': 'booking',
};

/** Scopes of an earlier or later version give no right. */
export const rightsOfScopes = (of: readonly string[]): Set<StaffRight> =>
  new Set(API_SCOPES.filter((scope) => of.includes(scope)).map((scope) => rights[scope]));
