import { MOST_CHARACTERS } from '@snimok/contract/values/lengths';
import { SegmentedControl, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { counted } from '@snimok/api-client/format-numbers';
import { SEARCH_MINIMUM } from '@snimok/contract/values/fields';
import { IconSearch } from '@tabler/icons-react';
import { keepPreviousData, useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { explain } from '../../../../shared/calls/explain.ts';
import classes from './dialog-list.module.css';
import { DialogRow } from './dialog-row.tsx';
import { answerersQuery, type DialogEntry, dialogsQuery, searchDialogsQuery } from '../messages/queries.ts';
import { useNow } from '../../../../shared/dates/use-now.ts';
import { useOnVisible } from '../conversation/use-on-visible.ts';

/** The search starts after this pause in typing. */
const PAUSE_MS = 180;
/** Rows are added in steps while the user scrolls, so that thousands of dialogs do not slow the list down. */
const STEP = 50;

/** The dialogs; a search by name also finds clients without a dialog. */
export function DialogList({ openID, settings }: { openID: number | undefined; settings: ReactNode }) {
  const [text, setText] = useState('');
  const [filter, setFilter] = useState<'all' | 'own'>('all');
  const { data: answerers } = useQuery(answerersQuery);
  const ownID = filter === 'own' ? answerers?.ownID : undefined;
  const { dialogs: found, others, searching, failure } = useDialogs(text.trim());
  const dialogs =
    filter === 'own' ? found.filter(({ answerer }) => answerer && answerer.accountID === ownID) : found;
  const [shown, setShown] = useState(STEP);
  const now = useNow();
  const end = useOnVisible<HTMLLIElement>(() => setShown((before) => before + STEP), `${shown} ${text}`);
  const row = (dialog: DialogEntry) => (
    <DialogRow key={dialog.dialogID} dialog={dialog} open={dialog.dialogID === openID} now={now} />
  );

  return (
    <div className={classes.list}>
      <TextInput
        className={classes.search}
        aria-label="Поиск по имени"
        placeholder="Поиск по имени"
        leftSection={<IconSearch size={18} stroke={1.6} />}
        maxLength={MOST_CHARACTERS.search}
        value={text}
        onChange={({ currentTarget }) => {
          setText(currentTarget.value);
          setShown(STEP);
        }}
      />
      <div className={classes.filters}>
        <SegmentedControl
          size="xs"
          aria-label="Какие диалоги показать"
          data={[
            { value: 'all', label: 'Все' },
            { value: 'own', label: 'Мои' },
          ]}
          value={filter}
          onChange={(value) => setFilter(value === 'own' ? 'own' : 'all')}
        />
        {settings}
      </div>
      <ul className={classes.rows} data-scroll aria-label="Диалоги" aria-busy={searching || undefined}>
        {dialogs.slice(0, shown).map(row)}
        {shown < dialogs.length && <li ref={end} className={classes.end} />}
        {filter === 'all' && others.length > 0 && (
          <li className={classes.heading}>
            <Text size="xs" c="dimmed" fw={500}>
              Другие клиенты
            </Text>
          </li>
        )}
        {filter === 'all' && others.map(row)}
      </ul>
      {dialogs.length + (filter === 'all' ? others.length : 0) === 0 && !searching && (
        <Text c="dimmed" ta="center" p="lg" role="status">
          {failure ?? (filter === 'own' && !text.trim() ? NO_OWN : emptyText(text.trim()))}
        </Text>
      )}
    </div>
  );
}

const NO_OWN = 'Вы пока не взяли ни одного диалога. Откройте диалог и нажмите «Взять себе».';

const emptyText = (text: string) => {
  if (!text) return 'Диалогов пока нет. Найдите клиента по имени, чтобы написать первым.';
  return [...text].length < SEARCH_MINIMUM
    ? `Введите не меньше ${counted(SEARCH_MINIMUM, 'символа', 'символов', 'символов')}`
    : 'Ничего не найдено';
};

const normalized = (name: string) => name.toLowerCase().replaceAll('ё', 'е');

/**
 * Loaded dialogs are filtered at every key press; the server finds the others, from `SEARCH_MINIMUM`
 * characters on.
 */
function useDialogs(text: string) {
  const { data: all } = useSuspenseQuery(dialogsQuery);
  const [query] = useDebouncedValue(text, PAUSE_MS);
  const isLongEnough = [...text].length >= SEARCH_MINIMUM;
  const { data, error, isFetching } = useQuery({
    ...searchDialogsQuery(query),
    enabled: isLongEnough && [...query].length >= SEARCH_MINIMUM,
    placeholderData: keepPreviousData,
  });
  const words = normalized(text).split(/\s+/);
  const dialogs = all.filter(({ name }) => words.every((word) => normalized(name).includes(word)));
  const listed = new Set(dialogs.map(({ dialogID }) => dialogID));
  const others = isLongEnough && data && !error ? data.filter(({ dialogID }) => !listed.has(dialogID)) : [];
  return {
    dialogs,
    others,
    searching: isLongEnough && (isFetching || text !== query),
    failure: isLongEnough && error ? explain(error) : undefined,
  };
}
