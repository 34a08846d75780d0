import { Alert, Button, Group, Text } from '@mantine/core';
import { IconArrowsSplit2 } from '@tabler/icons-react';
import { formatTime } from '../../../../shared/dates/dates.ts';
import type { DraftStore } from './draft-store.ts';
import type { EditedPart, Value } from './parts.ts';

const inWords = (value: Value): string => {
  if (value === null) return 'Удалено';
  if (typeof value === 'string') return value || 'Пусто';
  if ('teeth' in value) return [value.teeth.join(', '), value.text].filter(Boolean).join(': ');
  if ('caption' in value) return value.caption || 'Снимок без подписи';
  return [value.label, value.value].filter(Boolean).join(': ');
};

/** Below a part that a colleague has changed too: the other text, and the choice between the two. */
export function Conflict({ of: { part, conflict }, store }: { of: EditedPart; store: DraftStore }) {
  if (!conflict) return null;
  const { changedByName, changedAt } = conflict;
  const who = [changedByName, changedAt && formatTime(new Date(changedAt))].filter(Boolean).join(', ');
  return (
    <Alert
      mt={6}
      color="yellow"
      role="alert"
      icon={<IconArrowsSplit2 />}
      title="Здесь два варианта. Ваш текст выше, текст коллеги ниже"
    >
      <Text size="sm" fw={500}>
        {who}
      </Text>
      <Text style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{inWords(conflict.value)}</Text>
      <Group gap="xs" mt="xs">
        <Button size="xs" variant="default" onClick={() => store.resolve(part, 'mine')}>
          Оставить мой
        </Button>
        <Button size="xs" variant="default" onClick={() => store.resolve(part, 'theirs')}>
          Взять текст коллеги
        </Button>
      </Group>
    </Alert>
  );
}
