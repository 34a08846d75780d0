import { nextMonth } from '../../platform/outside/calendar.ts';
import { instantAt } from '../../platform/outside/wall-time.ts';

/** From an instant (inclusive) to another (exclusive). */
export interface Period {
  from: Date;
  to: Date;
}

/**
 * A range within one UTC month, by which the studies are indexed. Without `utcMonth` the range is a few hours, for
 * which the index of creation is enough.
 */
export interface IndexedRange extends Period {
  utcMonth?: Date;
}

/** The calendar month of `day` in the centre's time zone. */
export const periodOf = (day: string, timeZone: string): Period => {
  const first = `${day.slice(0, 7)}-01`;
  return { from: instantAt(first, 0, timeZone), to: instantAt(nextMonth(first), 0, timeZone) };
};

/** Splits a month of the centre into the overlap with one UTC month and the hours of the time difference. */
export const splitByUTCMonth = ({ from, to }: Period): IndexedRange[] => {
  const begin = new Date((from.getTime() + to.getTime()) / 2);
  begin.setUTCDate(1);
  begin.setUTCHours(0, 0, 0, 0);
  const end = new Date(begin);
  end.setUTCMonth(end.getUTCMonth() + 1);
  const overlap = { from: from > begin ? from : begin, to: to < end ? to : end, utcMonth: begin };
  const hours = [
    { from, to: begin },
    { from: end, to },
  ];
  return [overlap, ...hours.filter((range) => range.from < range.to)];
};
