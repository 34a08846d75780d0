import { Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { SEARCH_MINIMUM } from '@snimok/contract/fields';
import { IconSearch } from '@tabler/icons-react';
import { keepPreviousData, useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { explain } from '../../shared/explain.ts';
import classes from './dialog-list.module.css';
import { DialogRow } from './dialog-row.tsx';
import { type DialogEntry, dialogsQuery, searchDialogsQuery } from './queries.ts';
import { useNow } from './use-now.ts';
import { useOnVisible } from './use-on-visible.ts';

/** A person stops typing for about so long when she wants to see something. */
const PAUSE_MS = 180;
/** So many rows at once: a centre of thousands of dialogs scrolls as fast as one of ten. */
const STEP = 50;

/** The dialogs, and by name also the clients who have none yet. */
export function DialogList({ openID }: { openID: number | undefined }) {
  const [text, setText] = useState('');
  const { dialogs, others, searching, failure } = useDialogs(text.trim());
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
        maxLength={200}
        value={text}
        onChange={({ currentTarget }) => {
          setText(currentTarget.value);
          setShown(STEP);
        }}
      />
      <ul className={classes.rows} data-scroll aria-label="Диалоги" aria-busy={searching || undefined}>
        {dialogs.slice(0, shown).map(row)}
        {shown < dialogs.length && <li ref={end} className={classes.end} />}
        {others.length > 0 && (
          <li className={classes.heading}>
            <Text size="xs" c="dimmed" fw={500}>
              Другие клиенты
            </Text>
          </li>
        )}
        {others.map(row)}
      </ul>
      {dialogs.length + others.length === 0 && !searching && (
        <Text c="dimmed" ta="center" p="lg" role="status">
          {failure ?? emptiness(text.trim())}
        </Text>
      )}
    </div>
  );
}

const emptiness = (text: string) => {
  if (!text) return 'Диалогов пока нет. Найдите клиента по имени, чтобы написать первым.';
  return [...text].length < SEARCH_MINIMUM
    ? `Введите не меньше ${SEARCH_MINIMUM} символов`
    : 'Ничего не найдено';
};

const plain = (name: string) => name.toLowerCase().replaceAll('ё', 'е');

/** Those that are here are found at once, letter by letter; the rest by the server, when there is enough to look for. */
function useDialogs(text: string) {
  const { data: all } = useSuspenseQuery(dialogsQuery);
  const [wanted] = useDebouncedValue(text, PAUSE_MS);
  const long = [...text].length >= SEARCH_MINIMUM;
  const { data, error, isFetching } = useQuery({
    ...searchDialogsQuery(wanted),
    enabled: long && [...wanted].length >= SEARCH_MINIMUM,
    placeholderData: keepPreviousData,
  });
  const words = plain(text).split(/\s+/);
  const dialogs = all.filter(({ name }) => words.every((word) => plain(name).includes(word)));
  const here = new Set(dialogs.map(({ dialogID }) => dialogID));
  const found = long && data && !error ? data.filter(({ dialogID }) => !here.has(dialogID)) : [];
  return {
    dialogs,
    others: found,
    searching: long && (isFetching || text !== wanted),
    failure: long && error ? explain(error) : undefined,
  };
}
