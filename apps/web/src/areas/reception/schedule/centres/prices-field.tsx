import { MOST_CHARACTERS } from '@snimok/contract/values/lengths';
import { ActionIcon, Autocomplete, Button, Fieldset, NumberInput, Stack, Text } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { examinationsQuery } from '../../referrals/examinations/queries.ts';
import type { Centre } from '../queries.ts';
import classes from './prices-field.module.css';

type Price = Centre['prices'][number];

interface PricesFieldProps {
  prices: Price[];
  onChange: (prices: Price[]) => void;
}

/**
 * The price list of a centre, in the order in which clients see it. A price that has the name of an examination belongs to that
 * examination.
 */
export function PricesField({ prices, onChange }: PricesFieldProps) {
  const { data: examinations = [] } = useQuery(examinationsQuery);
  const idOf = (name: string) => examinations.find((one) => one.name === name.trim())?.examinationID;
  const nameOf = ({ name, examinationID }: Price) =>
    examinations.find((one) => one.examinationID === examinationID)?.name ?? name;
  const set = (at: number, part: Partial<Price>) =>
    onChange(prices.map((price, index) => (index === at ? { ...price, ...part } : price)));
  const rename = (at: number, name: string) =>
    onChange(
      prices.map((price, index) => {
        const examinationID = idOf(name);
        if (index !== at) return price;
        return { name, rubles: price.rubles, ...(examinationID !== undefined && { examinationID }) };
      }),
    );
  const freeNames = (at: number) =>
    examinations
      .filter((one) => prices.every((price, i) => i === at || price.examinationID !== one.examinationID))
      .map(({ name }) => name);
  return (
    <Fieldset legend="Цены" variant="unstyled">
      <Stack gap="sm" align="stretch">
        <Text size="sm" c="dimmed">
          Центр предлагает исследования справочника, у которых здесь есть цена: врач подбирает время по ним.
          Услуга со своим названием видна только в списке цен.
        </Text>
        {prices.length === 0 && <Text c="dimmed">Цены при записи не показываются.</Text>}
        {prices.map((price, at) => (
          <div key={at} className={classes.price}>
            <Autocomplete
              aria-label={`Исследование ${at + 1}`}
              placeholder="Исследование или услуга"
              autoComplete="off"
              maxLength={MOST_CHARACTERS.name}
              openOnFocus={false}
              data={freeNames(at)}
              value={nameOf(price)}
              description={price.examinationID === undefined && price.name !== '' && 'нет в справочнике'}
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              onChange={(name) => rename(at, name)}
            />
            <NumberInput
              aria-label={`Исследование ${at + 1}, цена в рублях`}
              min={0}
              max={1_000_000}
              allowDecimal={false}
              hideControls
              thousandSeparator=" "
              suffix=" ₽"
              value={price.rubles}
              onChange={(rubles) => set(at, { rubles: Number(rubles) || 0 })}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              size={36}
              aria-label={`Убрать исследование ${at + 1}`}
              onClick={() => onChange(prices.filter((_, index) => index !== at))}
            >
              <IconX size={16} />
            </ActionIcon>
          </div>
        ))}
        <Button
          variant="subtle"
          size="compact-sm"
          style={{ alignSelf: 'flex-start' }}
          leftSection={<IconPlus size={14} />}
          onClick={() => onChange([...prices, { name: '', rubles: 0 }])}
        >
          Добавить исследование
        </Button>
      </Stack>
    </Fieldset>
  );
}
