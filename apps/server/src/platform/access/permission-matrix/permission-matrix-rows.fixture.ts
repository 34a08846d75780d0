export interface Row {
  /** Method and URL pattern, for example `GET /assistant/studies/:studyID`. */
  endpoint: string;
  /** Statuses with existing ids, one for each caller. */
  existing: number[];
  /** Statuses with ids that do not exist; empty for a URL without ids. */
  missing: number[];
}

/** The lines of a table: method, URL pattern, statuses for `columns` callers, and the same with missing ids. */
export const parseTable = (text: string, columns: number): Row[] =>
  text.split('\n').flatMap((line) => {
    const [, method, url, cells = ''] = /^([A-Z]+) +(\/\S*) +(.*)$/.exec(line) ?? [];
    if (!method) return [];
    const statuses = cells.split(/ +/).map(Number);
    return {
      endpoint: `${method} ${url}`,
      existing: statuses.slice(0, columns),
      missing: statuses.slice(columns),
    };
  });
