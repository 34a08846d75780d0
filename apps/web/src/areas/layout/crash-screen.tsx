import { Button } from '@mantine/core';
import { sentences } from '../../shared/sentences.ts';
import { Screen } from './screen.tsx';

/** Even the shell has failed: nothing is left to rely on but a reload. */
export const CrashScreen = () => (
  <Screen
    title={sentences.page.failed}
    action={<Button onClick={() => location.reload()}>Обновить страницу</Button>}
  >
    {sentences.page.unknown}
  </Screen>
);
