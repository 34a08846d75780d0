import type * as visits from '@snimok/contract/reception/visits';
import type { z } from 'zod';

export type Visit = z.output<typeof visits.Visit>;

/* Endpoints without their Zod schemas, as in areas/people/accounts/calls.ts, to keep the patient's page small. */
export const getVisit = { method: 'POST', url: '/visit' } as typeof visits.getVisit;
export const listVisitTimes = {
  method: 'POST',
  url: '/visit/free-days',
} as typeof visits.listVisitTimes;
export const confirmVisit = { method: 'POST', url: '/visit/confirm' } as typeof visits.confirmVisit;
export const moveVisit = { method: 'POST', url: '/visit/move' } as typeof visits.moveVisit;
export const cancelVisit = { method: 'POST', url: '/visit/cancel' } as typeof visits.cancelVisit;
