import { startDownload } from '../../../shared/calls/start-download.ts';
import { showFailure } from '../../../shared/failures/show-failure.ts';

/** The end of the URL, and its query without the format. */
export interface ExportedList {
  list: 'clients' | 'patients' | 'studies' | 'billing' | 'history';
  query: Record<string, string>;
}

/** The server writes the file, with all rows. */
export const saveList = ({ list, query }: ExportedList, format: 'csv' | 'xlsx') =>
  startDownload(`/api/1/assistant/exports/${list}?${new URLSearchParams({ ...query, format })}`).catch(
    showFailure,
  );
