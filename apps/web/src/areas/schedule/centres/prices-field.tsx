import { ActionIcon, Button, Fieldset, Group, NumberInput, Stack, Text, TextInput } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import type { Centre } from '../queries.ts';

type Price = Centre['prices'][number];

interface PricesFieldProps {
  prices: Price[];
  onChange: (prices: Price[]) => void;
}

/** The price list of a centre, in the order in which clients see it. */
export function PricesField({ prices, onChange }: PricesFieldProps) {
  const set = (at: number, part: Partial<Price>) =>
    onChange(prices.map((price, index) => (index === at ? { ...price, ...part } : price)));
  return (
    <Fieldset legend="Цены" variant="unstyled">
      <Stack gap="xs" align="flex-start">
        {prices.length === 0 && <Text c="dimmed">Цены при записи не показываются.</Text>}
        {prices.map(({ name, rubles }, at) => (
          <Group key={at} gap={6} wrap="nowrap" w="100%">
            <TextInput
              aria-label={`Исследование ${at + 1}`}
              placeholder="КЛКТ одной челюсти"
              flex={1}
              autoComplete="off"
              maxLength={200}
              value={name}
              onChange={({ currentTarget }) => set(at, { name: currentTarget.value })}
            />
            <NumberInput
              aria-label={`Исследование ${at + 1}, цена в рублях`}
              w={120}
              min={0}
              max={1_000_000}
              allowDecimal={false}
              hideControls
              thousandSeparator=" "
              suffix=" ₽"
              value={rubles}
              onChange={(price) => set(at, { rubles: Number(price) || 0 })}
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
          </Group>
        ))}
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconPlus size={14} />}
          onClick={() => onChange([...prices, { name: '', rubles: 0 }])}
        >
          Добавить исследование
        </Button>
      </Stack>
    </Fieldset>
  );
}
