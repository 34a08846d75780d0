export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

export const after = (instant: Date, ms: number): Date => new Date(instant.getTime() + ms);
