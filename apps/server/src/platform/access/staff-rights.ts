import type { StaffRight } from '@snimok/contract/staff';
import type { Actor } from './actor.ts';

/** A right, or several of which one is enough. */
type Need = StaffRight | readonly StaffRight[];

/**
 * What an assistant needs for each endpoint: all of the listed rights. The endpoints that are not listed need those of
 * their area below.
 */
const endpoints: Record<string, readonly Need[]> = {
  'GET /assistant/settings': [],
  'GET /assistant/counters': [['studies', 'clients']],
  'GET /assistant/search': [['studies', 'clients']],
  'GET /assistant/dropdown/doctors': [['studies', 'clients', 'booking']],
  'GET /assistant/doctors/:doctorID': [['studies', 'clients']],
  'GET /assistant/doctors/:doctorID/people': [['studies', 'clients']],
  'GET /assistant/doctors/:doctorID/patients': ['studies'],
  'POST /assistant/doctors/:doctorID/patients': ['studies'],
  'GET /assistant/patients/:patientID/data': ['studies', 'admin'],
  'GET /assistant/patients/:patientID/history': ['studies', 'history'],
  'POST /assistant/patients/:patientID/move': ['studies', 'clients'],
  'POST /assistant/patients/:patientID/move/preview': ['studies', 'clients'],
  'POST /assistant/studies/:studyID/report': ['studies', 'reports'],
  'GET /assistant/examinations': [['studies', 'admin', 'booking']],
  'POST /assistant/studies/:studyID/reports': ['studies', 'reports'],
  'GET /assistant/studies/:studyID/reports/draft': ['studies', 'reports'],
  'GET /assistant/studies/:studyID/reports/draft/document': ['studies', 'reports'],
  'POST /assistant/studies/:studyID/reports/draft': ['studies', 'reports'],
  'PATCH /assistant/studies/:studyID/reports/draft': ['studies', 'reports'],
  'DELETE /assistant/studies/:studyID/reports/draft': ['studies', 'reports'],
  'GET /assistant/studies/:studyID/reports/sources': ['studies', 'reports'],
  'POST /assistant/studies/:studyID/reports/passkey': ['studies', 'reports'],
  'GET /assistant/exports/clients': ['clients', 'export'],
  // an arrival creates the patient's card and the study
  'POST /assistant/schedule/bookings/:bookingID/come': ['booking', 'studies'],
};

/** By the beginning of the path. */
const areas: [prefix: string, ...needs: Need[]][] = [
  ['/auth/'],
  ['/account/'],
  ['/lists/'],
  ['/openapi.json'],
  ['/identity'],
  ['/assistant/access-alerts', 'admin'],
  ['/assistant/suspensions', 'admin'],
  ['/assistant/adv', 'banner'],
  ['/assistant/desktop-app/', 'programs'],
  ['/assistant/doctors', 'clients'],
  ['/assistant/erasures', 'admin'],
  ['/assistant/examinations', 'admin'],
  ['/assistant/exports/', 'studies', 'export'],
  ['/assistant/messenger/', 'messenger'],
  ['/assistant/schedule/', 'booking'],
  ['/assistant/staff', 'admin'],
  ['/assistant/counters/days', 'studies'],
  ['/assistant/downloads/', 'studies'],
  ['/assistant/dropdown/doctors/', 'studies'],
  ['/assistant/identity', 'admin'],
  ['/assistant/intake/', 'studies'],
  ['/assistant/integrations/', 'programs', 'admin'],
  ['/assistant/overview', 'studies'],
  ['/assistant/patients', 'studies'],
  ['/assistant/reassignments/', 'studies'],
  ['/assistant/referrals', 'studies'],
  ['/assistant/reports/templates', ['reports', 'admin']],
  ['/assistant/reports', 'studies', 'reports'],
  ['/assistant/saved-filters', 'studies'],
  ['/assistant/statistics', 'studies', 'export'],
  ['/assistant/studies', 'studies'],
  ['/assistant/uploads/', 'studies'],
  ['/assistant/worklist', 'studies'],
  ['/dicomweb/', 'studies'],
  ['/studies/', 'studies'],
  ['/viewer/', 'studies'],
  // the link of a reminder
  ['/visit'],
];

/** Null for an endpoint that is not listed. `path` is the route's pattern below `/api/1`. */
const needsOf = (method: string, path: string): readonly Need[] | null => {
  const own = endpoints[`${method === 'HEAD' ? 'GET' : method} ${path}`];
  if (own) return own;
  const area = areas.find(([prefix]) => path.startsWith(prefix));
  return area ? (area.slice(1) as Need[]) : null;
};

/** The first right that an assistant or a token lacks for an endpoint; null if nothing is missing, and for other actors. */
export const missingRight = (method: string, path: string, who: Actor): StaffRight | null => {
  if (who.kind !== 'assistant' && who.kind !== 'token') return null;
  const needs = needsOf(method, path);
  // so that the permission test fails for a new endpoint
  if (!needs) throw new Error(`no rights are listed for ${method} ${path}`);
  for (const need of needs) {
    const oneOf: readonly StaffRight[] = typeof need === 'string' ? [need] : need;
    if (!oneOf.some((right) => who.rights.has(right))) return oneOf[0] ?? null;
  }
  return null;
};
