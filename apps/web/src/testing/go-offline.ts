import { onlineManager } from '@tanstack/react-query';
import { vi } from 'vitest';
import { connection } from '../shared/connection/connection.ts';

/** From now on the page has no connection; the end of the test restores it. */
export function goOffline() {
  vi.spyOn(connection, 'lost', 'get').mockReturnValue(true);
  onlineManager.setOnline(false);
}
