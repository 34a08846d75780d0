import { API_SCOPES, type ApiScope } from '@snimok/contract/api-tokens';
import type { StaffRight } from '@snimok/contract/staff';

interface Scope {
  /** What a token with the scope may do with the rows of these endpoints; its creator must have the rights as well. */
  rights: readonly StaffRight[];
  endpoints: readonly string[];
}

/**
 * The endpoints that a token of the API may call, by scope. Listed one by one, so that a new endpoint is closed to tokens
 * until it is added here. The same endpoint may stand in several scopes.
 */
const scopes: Record<ApiScope, Scope> = {
  'clients:read': {
    rights: ['clients'],
    endpoints: [
      'GET /assistant/doctors',
      'GET /assistant/doctors/:doctorID',
      'GET /assistant/dropdown/doctors',
    ],
  },
  'patients:read': {
    rights: ['studies'],
    endpoints: [
      'GET /assistant/search',
      'GET /assistant/doctors/:doctorID/patients',
      'GET /assistant/patients/:patientID',
    ],
  },
  'patients:write': {
    rights: ['studies'],
    endpoints: ['POST /assistant/doctors/:doctorID/patients', 'PUT /assistant/patients/:patientID'],
  },
  'studies:read': {
    rights: ['studies'],
    endpoints: [
      'GET /assistant/studies',
      'GET /assistant/studies/:studyID',
      'GET /assistant/patients/:patientID/studies',
      'GET /assistant/referrals',
      'GET /assistant/referrals/:referralUUID',
      'GET /assistant/studies/:studyID/reports',
      'GET /assistant/studies/:studyID/reports/:number',
    ],
  },
  'studies:download': {
    rights: ['studies'],
    endpoints: [
      'GET /assistant/studies/:studyID/download',
      'GET /assistant/studies/:studyID/reports/:number/document',
      'GET /dicomweb/studies',
      'GET /dicomweb/studies/:studyUID/series',
      'GET /dicomweb/studies/:studyUID/instances',
      'GET /dicomweb/studies/:studyUID/series/:seriesUID/instances',
      'GET /dicomweb/studies/:studyUID',
      'GET /dicomweb/studies/:studyUID/series/:seriesUID',
      'GET /dicomweb/studies/:studyUID/series/:seriesUID/instances/:instanceUID',
      'GET /dicomweb/studies/:studyUID/metadata',
      'GET /dicomweb/studies/:studyUID/series/:seriesUID/metadata',
      'GET /dicomweb/studies/:studyUID/series/:seriesUID/instances/:instanceUID/metadata',
      'GET /dicomweb/studies/:studyUID/series/:seriesUID/instances/:instanceUID/frames/:frames',
    ],
  },
  'bookings:read': {
    rights: ['booking'],
    endpoints: ['GET /assistant/schedule/locations', 'GET /assistant/schedule/locations/:locationID/days'],
  },
  'bookings:write': {
    rights: ['booking'],
    endpoints: [
      'POST /assistant/schedule/locations/:locationID/:date/:slotUUID',
      'POST /assistant/schedule/bookings/:bookingID/move',
      'POST /assistant/schedule/bookings/:bookingID/cancel',
    ],
  },
};

const scopesOfEndpoints = new Map<string, ApiScope[]>();
for (const scope of API_SCOPES) {
  for (const endpoint of scopes[scope].endpoints)
    scopesOfEndpoints.set(endpoint, [...(scopesOfEndpoints.get(endpoint) ?? []), scope]);
}

/** The scopes of which one lets a token call the endpoint; none by default. `path` is the pattern below `/api/1`. */
export const scopesOf = (method: string, path: string): readonly ApiScope[] =>
  scopesOfEndpoints.get(`${method === 'HEAD' ? 'GET' : method} ${path}`) ?? [];

/** Scopes of an earlier or later version give no right. */
export const rightsOfScopes = (of: readonly string[]): Set<StaffRight> =>
  new Set(API_SCOPES.flatMap((scope) => (of.includes(scope) ? scopes[scope].rights : [])));
