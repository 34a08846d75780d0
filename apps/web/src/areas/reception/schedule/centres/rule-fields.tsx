import { MOST_CHARACTERS } from '@snimok/contract/values/lengths';
import {
  Fieldset,
  Group,
  NumberInput,
  Select,
  SimpleGrid,
  Stack,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import { STUDY_TYPE_NAMES, STUDY_TYPES } from '@snimok/contract/studies/study-types';
import type { CentreFacts } from '../queries.ts';
import { HoursField } from './hours-field.tsx';
import { PricesField } from './prices-field.tsx';
import { WEEKDAYS } from './weekdays.ts';

interface FieldsProps {
  facts: CentreFacts;
  change: (part: Partial<CentreFacts>) => void;
}

interface WeekFieldProps {
  legend: string;
  week: CentreFacts['hours'];
  isBreaks?: boolean;
  onChange: (week: CentreFacts['hours']) => void;
}

/** Intervals of each day of the week: opening hours, or breaks. */
export const WeekField = ({ legend, week, isBreaks, onChange }: WeekFieldProps) => (
  <Fieldset legend={legend} variant="unstyled">
    {WEEKDAYS.map((label, at) => (
      <HoursField
        key={label}
        label={label}
        isBreaks={isBreaks}
        hours={week.filter(({ weekday }) => weekday === at + 1)}
        onChange={(hours) =>
          onChange([
            ...week.filter(({ weekday }) => weekday !== at + 1),
            ...hours.map(({ from, to }) => ({ weekday: at + 1, from, to })),
          ])
        }
      />
    ))}
  </Fieldset>
);

/** Breaks, and how far ahead clients book. */
export const BreakFields = ({ facts, change }: FieldsProps) => (
  <Stack gap="md">
    <SimpleGrid type="container" cols={{ base: 1, '400px': 2 }} spacing="md">
      <NumberInput
        label="Пауза между приёмами, мин"
        min={0}
        max={120}
        step={5}
        allowDecimal={false}
        value={facts.bufferMinutes ?? 0}
        onChange={(minutes) => change({ bufferMinutes: Number(minutes) })}
      />
      <NumberInput
        label="Запись вперёд, дней"
        min={1}
        max={365}
        allowDecimal={false}
        value={facts.horizonDays ?? 30}
        onChange={(days) => change({ horizonDays: Number(days) })}
      />
      <NumberInput
        label="Закрыть запись за, часов"
        description="До приёма. Пусто: записать можно с завтрашнего дня."
        min={0}
        max={720}
        allowDecimal={false}
        value={facts.leadHours ?? ''}
        onChange={(hours) => change({ leadHours: hours === '' ? null : Number(hours) })}
      />
    </SimpleGrid>
    <Text size="sm" c="dimmed">
      Сроки действуют для клиентов. Сотрудники центра записывают на любое время. Уже сделанные записи
      остаются.
    </Text>
    <WeekField
      legend="Перерывы"
      isBreaks
      week={facts.breaks ?? []}
      onChange={(breaks) => change({ breaks })}
    />
  </Stack>
);

/** A name and a type of study for each seat. */
export function SeatFields({ facts, change }: FieldsProps) {
  const seats = Array.from(
    { length: facts.capacity },
    (_, at) => facts.seats?.[at] ?? { name: `Место ${at + 1}`, type: null },
  );
  const set = (at: number, part: Partial<(typeof seats)[number]>) =>
    change({ seats: seats.map((seat, index) => (index === at ? { ...seat, ...part } : seat)) });
  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed">
        Места для одновременного приёма: кабинеты или аппараты. Их число меняют на вкладке «Часы».
      </Text>
      {seats.map((seat, at) => (
        <Group key={at} gap="xs" wrap="nowrap" align="flex-end">
          <TextInput
            label={`Место ${at + 1}`}
            flex={1}
            autoComplete="off"
            maxLength={MOST_CHARACTERS.name}
            value={seat.name}
            onChange={({ currentTarget }) => set(at, { name: currentTarget.value })}
          />
          <Select
            aria-label={`Место ${at + 1}, тип исследования`}
            w={150}
            data={[
              { value: 'any', label: 'Любой тип' },
              ...STUDY_TYPE_NAMES.map((type) => ({ value: type, label: STUDY_TYPES[type].label })),
            ]}
            value={seat.type ?? 'any'}
            allowDeselect={false}
            onChange={(type) => set(at, { type: STUDY_TYPE_NAMES.find((one) => one === type) ?? null })}
          />
        </Group>
      ))}
    </Stack>
  );
}

/** What clients see while they book. */
export const PriceFields = ({ facts, change }: FieldsProps) => (
  <Stack gap="md">
    <PricesField prices={facts.prices ?? []} onChange={(prices) => change({ prices })} />
    <Textarea
      label="Подготовка пациента"
      description="Видна врачу при записи и входит в письмо"
      autosize
      minRows={3}
      maxRows={8}
      maxLength={MOST_CHARACTERS.comment}
      value={facts.preparation ?? ''}
      onChange={({ currentTarget }) => change({ preparation: currentTarget.value })}
    />
  </Stack>
);
