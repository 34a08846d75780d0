import { Stack, Text } from '@mantine/core';
import { CodeField, CodeSubmit, useCodeEntry } from './code-entry.tsx';
import { grantPath } from './paths.ts';

/** For a program on another computer, where the assistant has the code but cannot open the link. */
export function CodeForm() {
  const entry = useCodeEntry(grantPath);
  return (
    <form onSubmit={entry.onSubmit}>
      <Stack gap="md" maw={360}>
        <Text c="dimmed">Начните вход в программе загрузки: она покажет код из восьми букв.</Text>
        <CodeField entry={entry} />
        <CodeSubmit entry={entry} style={{ alignSelf: 'flex-start' }} />
      </Stack>
    </form>
  );
}
