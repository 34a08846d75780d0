import { z } from 'zod';
import { CalendarDay, Id, Name } from '../values/fields.ts';
import { byStudyType } from '../studies/study-types.ts';

/** The longest period, from the first to the last day, both included. */
export const MAX_STATISTICS_DAYS = 366;
/** Limit for the clients and assistants with the most studies; the others are summed up. */
export const MAX_STATISTICS_ROWS = 50;

export const StatisticsStep = z.enum(['day', 'week', 'month']);
export type StatisticsStep = z.infer<typeof StatisticsStep>;

/** The day by which studies are counted: the day of their creation, or the day on which their images were taken. */
export const StatisticsDay = z.enum(['created', 'examined']);
export type StatisticsDay = z.infer<typeof StatisticsDay>;

const Count = z.number().int();
const ByType = z.object(byStudyType(() => Count));

/** In minutes; null without a study. Nine of ten studies took at most `ninthDecile`. */
const Durations = z.object({
  studies: Count,
  median: z.number().nullable(),
  ninthDecile: z.number().nullable(),
});

const NamedCount = ByType.extend({ id: z.number().int(), name: z.string() });
const Ranking = z.object({ items: z.array(NamedCount), others: ByType });

export const Statistics = z.object({
  /**
   * studies by the day on which they were created, in the centre's time zone; with `by=examined` by the day on which their images were
   * taken, on the clock of the machine. The same applies to the next field, the steps, clients and assistants. Deleted ones do not count
   */
  created: ByType,
  /** the same for the period of equal length before `from` */
  createdBefore: ByType,
  /** only with `by=examined`: studies created in the period that are not counted, because it is unknown when their images were taken */
  undated: ByType.optional(),
  /** all steps of the period, even those without a study; a week begins on Monday */
  steps: z.array(ByType.extend({ day: CalendarDay, bytes: Count })),
  clients: Ranking,
  /** the accounts that created the studies */
  assistants: Ranking,
  /** what sent the files of the studies that were published in the period */
  sources: z.object({ page: Count, program: Count, stow: Count }),
  /** time from the creation to the first publication, for studies that were published in the period */
  publication: Durations,
  /** time from the first publication until the client first opened the study, for studies that were opened */
  firstView: Durations,
  /** studies that were published in the period and not opened yet */
  notViewed: Count,
  storage: z.object({
    /** size of all study objects */
    bytes: Count,
    /** size of the study objects that were added in the period */
    addedBytes: Count,
  }),
});

const DAY_MS = 86_400_000;
const daysBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / DAY_MS;

/** Other years have no studies; near the ends of the calendar, the days around a period have no dates. */
const Day = CalendarDay.refine((day) => day >= '1900-01-01' && day < '2200-01-01');

const Period = z
  .object({ from: Day, to: Day })
  .refine(({ from, to }) => from <= to, { path: ['to'], params: { code: 'days-order' } })
  .refine(({ from, to }) => daysBetween(from, to) < MAX_STATISTICS_DAYS, {
    path: ['to'],
    params: { code: 'range-too-long' },
  });

export const getStatistics = {
  method: 'GET',
  url: '/assistant/statistics',
  access: { assistant: ['studies', 'export'] },
  schema: {
    summary: 'Studies, times, storage and sources of a period, for the centre',
    querystring: Period.safeExtend({
      step: StatisticsStep.default('day'),
      by: StatisticsDay.default('created'),
    }),
    response: { 200: Statistics },
  },
} as const;

const Month = z.string().regex(/^(19|20|21)\d\d-(0[1-9]|1[0-2])$/, { message: 'month' });

const BilledClient = ByType.extend({ doctorID: z.number().int(), name: Name });

export const getBilling = {
  method: 'GET',
  url: '/assistant/statistics/billing',
  access: { assistant: ['studies', 'export'] },
  schema: {
    summary: 'The clients with studies that were first published in a month',
    querystring: z.object({ month: Month }),
    response: { 200: z.object({ clients: z.array(BilledClient) }) },
  },
} as const;

export const exportBilling = {
  method: 'GET',
  url: '/assistant/exports/billing',
  access: { assistant: ['studies', 'export'], confirmed: true },
  schema: {
    summary: 'The studies that were first published in a month, by client, as a CSV or XLSX file, streamed',
    querystring: z.object({
      month: Month,
      format: z.enum(['csv', 'xlsx']).default('xlsx'),
      /** only this client */
      doctorID: Id.optional(),
    }),
    response: { 200: z.any() },
  },
} as const;
