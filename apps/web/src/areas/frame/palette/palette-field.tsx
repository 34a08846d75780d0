import { MOST_CHARACTERS } from '@snimok/contract/values/lengths';
import { TextInput, type TextInputProps } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import classes from './palette.module.css';

interface PaletteFieldProps extends Omit<TextInputProps, 'onChange' | 'value'> {
  label: string;
  value: string;
  onChange: (typed: string) => void;
}

/** The other properties are the ones that the list gives to its field. */
export const PaletteField = ({ label, value, onChange, ...field }: PaletteFieldProps) => (
  <TextInput
    {...field}
    // at the first rendering: a focus trap would move the focus later, and the keys pressed until then would be lost
    autoFocus
    data-autofocus
    // the cursor goes behind the letters that were typed before the field was shown
    onFocus={({ currentTarget }) => currentTarget.setSelectionRange(value.length, value.length)}
    value={value}
    size="md"
    variant="unstyled"
    className={classes.input}
    aria-label={`Команды и поиск: ${label}`}
    placeholder={`Страница, действие, ${label}`}
    leftSection={<IconSearch size={18} stroke={1.6} />}
    maxLength={MOST_CHARACTERS.search}
    onChange={({ currentTarget }) => onChange(currentTarget.value)}
  />
);
