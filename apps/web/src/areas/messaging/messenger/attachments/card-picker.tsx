import { MOST_CHARACTERS } from '@snimok/contract/values/lengths';
import { Loader, Text, TextInput, UnstyledButton } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { explain } from '../../../../shared/calls/explain.ts';
import { DialogWindow } from '../../../../shared/dialogs/dialog-window.tsx';
import classes from './card-picker.module.css';
import type { DialogApi, MessageCard } from '../messages/dialog-api.ts';
import { CardFacts } from './message-card.tsx';
import { cardChoicesQuery } from '../messages/queries.ts';

interface CardPickerProps {
  api: DialogApi;
  onChoose: (card: MessageCard) => void;
  onClose: () => void;
}

/** A study, or the patient of one, that both sides of the dialog see. */
export const CardPicker = ({ api, onChoose, onClose }: CardPickerProps) => (
  <DialogWindow title="Прикрепить исследование" opened onClose={onClose}>
    <Choices
      api={api}
      onChoose={(card) => {
        onChoose(card);
        onClose();
      }}
    />
  </DialogWindow>
);

function Choices({ api, onChoose }: Pick<CardPickerProps, 'api' | 'onChoose'>) {
  const [text, setText] = useState('');
  const [query] = useDebouncedValue(text.trim(), 180);
  const { data, error } = useQuery({
    ...cardChoicesQuery(api, query),
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <TextInput
        data-autofocus
        aria-label="Имя пациента"
        placeholder="Имя пациента"
        leftSection={<IconSearch size={18} stroke={1.6} />}
        maxLength={MOST_CHARACTERS.search}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      {error && <Text c="red">{explain(error)}</Text>}
      {!data && !error && <Loader size="sm" m="md" />}
      {data?.length === 0 && (
        <Text c="dimmed" py="md">
          {query ? 'Ничего не найдено' : 'Исследований, которые видят обе стороны, пока нет'}
        </Text>
      )}
      <ul className={classes.list} aria-label="Исследования">
        {data?.map((card) => (
          <li key={card.study?.studyID} className={classes.row}>
            <UnstyledButton className={classes.study} onClick={() => onChoose(card)}>
              <CardFacts card={card} />
            </UnstyledButton>
            <UnstyledButton
              className={classes.patient}
              aria-label={`Прикрепить карточку: ${card.patientName}`}
              onClick={() => onChoose({ ...card, study: null })}
            >
              Карточка
            </UnstyledButton>
          </li>
        ))}
      </ul>
    </>
  );
}
