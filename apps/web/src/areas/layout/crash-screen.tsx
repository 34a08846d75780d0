import { Button } from '@mantine/core';
import { useEffect } from 'react';
import { reloadIfNew } from '../../shared/new-version.ts';
import { sentences } from '../../shared/sentences.ts';
import { Screen } from './screen.tsx';

/** Even the shell has failed: nothing is left to rely on but a reload, which after an update comes by itself. */
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
