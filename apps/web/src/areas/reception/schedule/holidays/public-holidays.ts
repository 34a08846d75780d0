import { formatDay } from '../../../../shared/dates/dates.ts';

interface HolidayFacts {
  name: string;
  firstDate: string;
  lastDate: string;
}

/**
 * The public holidays of Russia, which are the same every year: article 112 of the Labour Code. The days off that the
 * government moves each year are not among them.
 */
export const publicHolidaysOf = (year: number): HolidayFacts[] =>
  (
    [
      ['Новогодние каникулы и Рождество', '01-01', '01-08'],
      ['День защитника Отечества', '02-23', '02-23'],
      ['Международный женский день', '03-08', '03-08'],
      ['Праздник Весны и Труда', '05-01', '05-01'],
      ['День Победы', '05-09', '05-09'],
      ['День России', '06-12', '06-12'],
      ['День народного единства', '11-04', '11-04'],
    ] as const
  ).map(([name, first, last]) => ({ name, firstDate: `${year}-${first}`, lastDate: `${year}-${last}` }));

/** «01.01.2027–08.01.2027», or one day. */
export const rangeInWords = ({ firstDate, lastDate }: Omit<HolidayFacts, 'name'>): string =>
  firstDate === lastDate ? formatDay(firstDate) : `${formatDay(firstDate)}–${formatDay(lastDate)}`;
