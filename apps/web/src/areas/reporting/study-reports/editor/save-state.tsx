import { Text } from '@mantine/core';
import { formatTime } from '../../../../shared/dates/dates.ts';
import { explain } from '../../../../shared/calls/explain.ts';
import type { DraftState } from './draft-store.ts';

/** Whether the text is saved: people look here before they close the page. */
export function SaveState({ state: { saving, savedAt, failure, parts } }: { state: DraftState }) {
  const hasConflict = parts.some(({ conflict }) => conflict);
  const isUrgent = saving === 'refused' || hasConflict;
  return (
    <Text size="sm" role="status" {...(isUrgent ? { fw: 600 } : { c: 'dimmed' })}>
      {hasConflict ? 'Есть расхождения с текстом коллеги' : sentenceOf({ saving, savedAt, failure })}
    </Text>
  );
}

const sentenceOf = ({ saving, savedAt, failure }: Pick<DraftState, 'saving' | 'savedAt' | 'failure'>) => {
  switch (saving) {
    case 'saving':
      return 'Сохраняем…';
    case 'waiting':
      return 'Нет связи. Текст хранится в этом браузере и сохранится позже';
    case 'refused':
      return `Не сохранено. ${explain(failure)}`;
    case 'saved':
      return savedAt ? `Сохранено ${formatTime(new Date(savedAt))}` : '';
  }
};
