import type { ExaminedAt } from '@snimok/contract/studies/examined-at';

const offsetOfBrowser = (moment: string): string => {
  const behind = new Date(moment).getTimezoneOffset();
  const clock = new Date(Math.abs(behind) * 60_000).toISOString().slice(11, 16);
  return `${behind > 0 ? '-' : '+'}${clock}`;
};

/** An examination on a machine's clock, which is in the browser's zone if no offset is given. */
export const machineTime = (
  day: string,
  time: string | null,
  offset = offsetOfBrowser(`${day}T${time ?? '00:00'}`),
): Omit<ExaminedAt, 'source'> => {
  const instant = new Date(`${day}T${time ?? '00:00'}${offset}`).toISOString();
  return { day, time, offset, instant };
};
