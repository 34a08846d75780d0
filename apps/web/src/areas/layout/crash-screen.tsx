import { Button } from '@mantine/core';
import { useEffect } from 'react';
import { reloadIfNew } from '../../shared/new-version.ts';
import { sentences } from '../../shared/sentences.ts';
import { Screen } from './screen.tsx';

/** Shown when the shell itself fails. After an update of the portal, the page reloads automatically. */
export function CrashScreen() {
  useEffect(() => void reloadIfNew(), []);
  return (
    <Screen
      title={sentences.page.failed}
      action={<Button onClick={() => location.reload()}>Обновить страницу</Button>}
    >
      {sentences.page.unknown}
    </Screen>
  );
}
