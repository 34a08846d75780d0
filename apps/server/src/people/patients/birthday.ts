import { invalid } from '../../platform/errors/errors.ts';
import { dayIn } from '../../platform/time-and-sizes/calendar.ts';
import type { Clock } from '../../platform/time-and-sizes/clock.ts';
import { sentences } from './sentences.ts';

/** Accepts a birthday that has begun somewhere on Earth: UTC+14 is the first time zone to reach a day. */
export const assertBirthdayPast = (clock: Clock, birthday: string): void => {
  if (birthday > dayIn('Pacific/Kiritimati', clock.now())) throw invalid(sentences.birthdayInFuture);
};
