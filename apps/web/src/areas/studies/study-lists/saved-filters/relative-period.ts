const TODAY = 'today';
const THIS_MONTH = 'this-month';

const withPeriod = (query: string, change: (period: string) => string): string => {
  const search = new URLSearchParams(query);
  search.delete('page');
  const period = search.get('period');
  if (period !== null) search.set('period', change(period));
  return search.toString();
};

/** The query to save: today and the current month are saved as such, and not as a date that is soon over. */
export const toSavedQuery = (query: string, today: string): string =>
  withPeriod(query, (period) =>
    period === today ? TODAY : period === today.slice(0, 7) ? THIS_MONTH : period,
  );

/** The query of a saved filter on this day. */
export const fromSavedQuery = (query: string, today: string): string =>
  withPeriod(query, (period) =>
    period === TODAY ? today : period === THIS_MONTH ? today.slice(0, 7) : period,
  );
