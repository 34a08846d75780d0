import { type ComboboxItem, Select } from '@mantine/core';
import { matchOptions } from './search-options.ts';

export interface NameSelectProps {
  label: string;
  placeholder: string;
  /** undefined while they are loaded: the field already takes the focus and what is typed */
  options: { id: number; name: string }[] | undefined;
  value: number | null;
  onChange: (id: number | null) => void;
  error?: string | null | undefined;
  disabled?: boolean;
  clearLabel?: string;
  autoFocus?: boolean;
}

/** A searchable list of thousands of names. */
export function NameSelect({ options, clearLabel, autoFocus, ...input }: NameSelectProps) {
  const data = (options ?? []).map(({ id, name }) => ({ value: id, label: name || 'не указано' }));
  return (
    <Select<number>
      {...input}
      data={data}
      searchable
      // on focus, the open list would cover the error message of the field
      openOnFocus={false}
      clearable={clearLabel !== undefined}
      clearButtonProps={{ 'aria-label': clearLabel }}
      allowDeselect={false}
      filter={({ options: all, search }) => matchOptions(all as ComboboxItem<number>[], search)}
      nothingFoundMessage={options ? 'Никого не нашлось' : 'Загрузка…'}
      onKeyDown={(event) => {
        // there is nothing to choose yet, and the form must not be sent
        if (event.key === 'Enter' && !options) event.preventDefault();
      }}
      maxDropdownHeight={320}
      selectFirstOptionOnChange
      // otherwise Mantine resets, just after opening, the option that fast typing has already selected
      selectFirstOptionOnDropdownOpen={input.value === null}
      data-autofocus={autoFocus || undefined}
    />
  );
}
