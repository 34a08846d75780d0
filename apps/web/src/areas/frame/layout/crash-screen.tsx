import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { connection, useConnectionLost } from '../../../shared/connection/connection.ts';
import { reloadIfNew, reloadIfReachable } from '../../../shared/navigation/new-version.ts';
import { sentences } from '../../../shared/calls/sentences.ts';
import { Screen } from '../../../shared/navigation/screen.tsx';

/** The connection may only seem to be back: a response that was sent before the network ended can arrive after it. */
const reloadOrCheck = async () => {
  if (!(await reloadIfReachable())) void connection.check();
};

/**
 * Shown when the shell itself fails. Reloads the page automatically after an update of the portal, and when a lost
 * connection returns: without a connection, the code of a page cannot be loaded.
 */
export function CrashScreen() {
  const isLost = useConnectionLost();
  const wasLost = useRef(false);
  useEffect(() => void reloadIfNew(), []);
  useEffect(() => {
    if (wasLost.current && !isLost) void reloadOrCheck();
    wasLost.current = isLost;
  }, [isLost]);
  return (
    <Screen
      title={sentences.page.failed}
      action={!isLost && <Button onClick={() => location.reload()}>Обновить страницу</Button>}
    >
      {isLost ? sentences.page.offline : sentences.page.unknown}
    </Screen>
  );
}
