import { TagsInput } from '@mantine/core';
import { MAX_RECIPIENTS } from '@snimok/contract/reception/referrals';
import { useQuery } from '@tanstack/react-query';
import { friendsQuery } from '../../people/patient-shares/queries.ts';

interface RecipientsFieldProps {
  value: string[];
  error: string | null;
  onChange: (recipients: string[]) => void;
}

/** Colleagues by name, and any e-mail. */
export function RecipientsField({ value, error, onChange }: RecipientsFieldProps) {
  const { data: friends = [] } = useQuery(friendsQuery);
  return (
    <TagsInput
      label="Кому ещё открыть исследование"
      description="Коллега из списка или e-mail. Доступ откроется, когда снимки будут готовы"
      placeholder={value.length === 0 ? 'name@example.ru' : ''}
      inputMode="email"
      autoComplete="off"
      maxTags={MAX_RECIPIENTS}
      data={[...new Set(friends.map(({ name }) => name))]}
      splitChars={[',', ';']}
      acceptValueOnBlur
      clearable
      // the frame around the tags shows the focus
      styles={{ inputField: { outline: 'none' } }}
      clearButtonProps={{ 'aria-label': 'Убрать всех получателей' }}
      value={value}
      error={error}
      onChange={onChange}
    />
  );
}
