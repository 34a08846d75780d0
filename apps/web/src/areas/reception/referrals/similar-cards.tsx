import { Alert, Group, Radio, Stack, Text } from '@mantine/core';
import { counted } from '@snimok/api-client/format-numbers';
import type { SimilarCard } from '@snimok/contract/reception/duplicates';
import { IconUsers } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { z } from 'zod';
import { formatDay } from '../../../shared/dates/dates.ts';
import { formatPhone } from '../../../shared/contacts/phone.ts';

export type Card = z.output<typeof SimilarCard>;

/** What is chosen instead of one of the cards. */
export const NEW_CARD = 'new';
export const OTHER_CARD = 'other';

interface SimilarCardsProps {
  cards: Card[];
  /** the id of a card, or one of the words above; empty until something is chosen */
  value: string;
  error: string | null;
  onChange: (value: string) => void;
  /** the choice among all other cards; without it, only a new card is offered */
  children?: ReactNode;
}

/** Cards of the client that may belong to the patient: one is chosen, or a new card, before a second one is created. */
export const SimilarCards = ({ cards, value, error, onChange, children }: SimilarCardsProps) => (
  <Alert color="blue" icon={<IconUsers />} title="Возможно, карточка уже есть">
    <Radio.Group aria-label="Карточка пациента" value={value} error={error} onChange={onChange}>
      <Stack gap="xs" mb={error ? 'xs' : 0}>
        {cards.map((card) => (
          <Option
            key={card.patientID}
            value={String(card.patientID)}
            label={card.name}
            facts={<Facts {...card} />}
          />
        ))}
        <Option value={NEW_CARD} label="Это другой человек: создать новую карточку" />
        {children !== undefined && <Option value={OTHER_CARD} label="Выбрать из имеющихся карточек" />}
        {value === OTHER_CARD && children}
      </Stack>
    </Radio.Group>
  </Alert>
);

/** The number is not broken at its hyphens. */
const Facts = ({ birthday, phone, studiesCount }: Card) => (
  <>
    {birthday && `${formatDay(birthday)} · `}
    {phone && (
      <>
        <span style={{ whiteSpace: 'nowrap' }}>{formatPhone(phone)}</span> ·{' '}
      </>
    )}
    {counted(studiesCount, 'исследование', 'исследования', 'исследований')}
  </>
);

interface OptionProps {
  value: string;
  label: string;
  facts?: ReactNode;
}

const Option = ({ value, label, facts }: OptionProps) => (
  <Radio
    value={value}
    label={
      <Group gap={6}>
        <Text span fw={facts ? 500 : undefined}>
          {label}
        </Text>
        {facts && (
          <Text span size="sm">
            {facts}
          </Text>
        )}
      </Group>
    }
  />
);
