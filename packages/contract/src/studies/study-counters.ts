import { z } from 'zod';
import { CalendarDay } from '../values/fields.ts';

const Counters = z.object({
  studiesCount: z.number().int(),
  doctorsCount: z.number().int(),
  patientsInWorkCount: z.number().int(),
  patientsInWorkRestored: z.number().int(),
});

export const getCounters = {
  method: 'GET',
  url: '/assistant/counters',
  access: { assistant: { oneOf: ['studies', 'clients'] } },
  schema: { summary: 'Totals for the main page', response: { 200: Counters } },
} as const;

export const StudiesOfDay = z.object({ day: CalendarDay, studiesCount: z.number().int() });

export const getCountersByDay = {
  method: 'GET',
  url: '/assistant/counters/days',
  access: { assistant: 'studies' },
  schema: {
    summary: 'The numbers of studies of the last thirty days, by day; today comes last',
    response: { 200: z.object({ days: z.array(StudiesOfDay) }) },
  },
} as const;
