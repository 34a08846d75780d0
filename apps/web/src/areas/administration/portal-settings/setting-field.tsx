import { Badge, Group, NativeSelect, Switch, Text, TextInput } from '@mantine/core';
import type { SettingState } from '@snimok/contract/administration/portal-settings';
import type { SETTINGS } from '@snimok/contract/administration/setting-rows';

type SettingRow = (typeof SETTINGS)[number];

const UNITS = { day: 'дней', hour: 'часов', minute: 'минут' };

const unitOf = ({ value }: SettingRow): string | undefined => {
  if (value.kind === 'duration') return UNITS[value.unit];
  return value.kind === 'size' ? 'ГБ' : undefined;
};

interface SettingFieldProps {
  row: SettingRow;
  state: SettingState;
  /** the value as the field shows it */
  shown: string;
  onChange: (shown: string) => void;
}

/** Where the value comes from and whether it is in effect. */
export const SettingMarks = ({ state }: { state: SettingState }) => (
  <Group gap={6} component="span">
    {state.source === 'environment' && (
      <Badge color="gray" variant="light">
        Задано на сервере
      </Badge>
    )}
    {state.isWrong && (
      <Badge color="red" variant="light">
        Сохранённое значение не подходит
      </Badge>
    )}
    {state.isWaiting && (
      <Badge color="blue" variant="light">
        После перезапуска
      </Badge>
    )}
  </Group>
);

/** The field of one setting by its kind; one that the environment sets cannot be changed. */
export function SettingField({ row, state, shown, onChange }: SettingFieldProps) {
  const { value } = row;
  const common = {
    label: (
      <Group gap="xs" component="span">
        {row.label}
        <SettingMarks state={state} />
      </Group>
    ),
    'aria-label': row.label,
    description: row.explanation,
    disabled: state.source === 'environment',
  };
  if (value.kind === 'switch')
    return (
      <Switch
        {...common}
        checked={shown === 'on'}
        onChange={({ currentTarget }) => onChange(currentTarget.checked ? 'on' : 'off')}
      />
    );
  if (value.kind === 'choice')
    return (
      <NativeSelect
        {...common}
        value={shown}
        data={value.choices.map(([text, label]) => ({ value: text, label }))}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    );
  const unit = unitOf(row);
  return (
    <TextInput
      {...common}
      value={shown}
      inputMode={unit || value.kind === 'count' ? 'decimal' : undefined}
      rightSection={
        unit && (
          <Text size="sm" c="dimmed" pe="sm">
            {unit}
          </Text>
        )
      }
      rightSectionWidth={unit && 72}
      maxLength={500}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}
