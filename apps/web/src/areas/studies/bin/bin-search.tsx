import { MOST_CHARACTERS } from '@snimok/contract/values/lengths';
import { TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';

/** The search is sent after this pause in typing. */
const PAUSE_MS = 300;

interface BinSearchProps {
  query: string;
  onChange: (query: string) => void;
}

export function BinSearch({ query, onChange }: BinSearchProps) {
  const [text, setText] = useState(query);
  const send = useDebouncedCallback((typed: string) => onChange(typed.trim()), PAUSE_MS);
  return (
    <TextInput
      type="search"
      aria-label="Поиск в корзине"
      placeholder="Пациент или клиент"
      leftSection={<IconSearch size={18} stroke={1.6} />}
      maxLength={MOST_CHARACTERS.search}
      maw={420}
      mb="md"
      value={text}
      onChange={({ currentTarget }) => {
        setText(currentTarget.value);
        send(currentTarget.value);
      }}
    />
  );
}
