import { MOST_CHARACTERS } from '@snimok/contract/values/lengths';
import { ActionIcon, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconChevronDown, IconChevronUp, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useState } from 'react';
import type { DialogApi } from '../messages/dialog-api.ts';
import classes from './message-search.module.css';

interface MessageSearchProps {
  api: DialogApi;
  /** the found message to show; undefined while nothing is found */
  onShow: (messageID: number | undefined) => void;
  onClose: () => void;
}

/** The field of a search in the open dialog; shows the newest found message first, and steps to older ones. */
export function MessageSearch({ api, onShow, onClose }: MessageSearchProps) {
  const [text, setText] = useState('');
  const [query] = useDebouncedValue(text.trim(), 250);
  const {
    data: found,
    error,
    isFetching,
  } = useQuery({
    queryKey: ['messenger', 'search', api.key, query],
    queryFn: () => api.search(query),
    enabled: query !== '',
    staleTime: 0,
  });
  const [step, setStep] = useState({ query, at: 0 });
  const at = step.query === query ? step.at : 0;
  const shown = query === '' ? undefined : found?.[at];
  useEffect(() => onShow(shown), [onShow, shown]);

  const count = found?.length ?? 0;
  const move = (by: number) => {
    if (count > 0) setStep({ query, at: (at + by + count) % count });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' || event.key === 'ArrowUp' || event.key === 'ArrowDown') {
      event.preventDefault();
      move(event.key === 'ArrowDown' || event.shiftKey ? -1 : 1);
    } else if (event.key === 'Escape') {
      event.stopPropagation();
      onClose();
    }
  };
  const result = count === 0 ? 'Не найдено' : `${at + 1} из ${count}`;
  const status = query === '' || isFetching ? '' : error ? 'Поиск не удался' : result;
  return (
    <div className={classes.bar} role="search" aria-label="Поиск в переписке">
      <TextInput
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the user has just opened the field
        autoFocus
        className={classes.field}
        aria-label="Искать в переписке"
        placeholder="Искать в переписке"
        maxLength={MOST_CHARACTERS.search}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <span className={classes.status} role="status">
        {status}
      </span>
      <ActionIcon
        {...button}
        aria-label="Более раннее сообщение"
        disabled={count < 2}
        onClick={() => move(1)}
      >
        <IconChevronUp size={20} stroke={1.6} />
      </ActionIcon>
      <ActionIcon
        {...button}
        aria-label="Более позднее сообщение"
        disabled={count < 2}
        onClick={() => move(-1)}
      >
        <IconChevronDown size={20} stroke={1.6} />
      </ActionIcon>
      <ActionIcon {...button} aria-label="Закрыть поиск" onClick={onClose}>
        <IconX size={20} stroke={1.6} />
      </ActionIcon>
    </div>
  );
}

const button = { variant: 'subtle', color: 'gray', size: 40 } as const;
