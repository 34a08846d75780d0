/** For example «12 марта 2026 г. в 09:30», in the given time zone. */
export const momentOf = (instant: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('ru', {
    timeZone,
    ...({ day: 'numeric', month: 'long', year: 'numeric', hour: '2-digit', minute: '2-digit' } as const),
  }).format(instant);
