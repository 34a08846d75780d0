import { TagsInput } from '@mantine/core';
import { MAX_RECIPIENTS } from '@snimok/contract/referrals';
import { useQuery } from '@tanstack/react-query';
import { friendsQuery } from '../patient-shares/queries.ts';

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

/** The ids of the chosen colleagues and the typed e-mails; what is neither is unknown. */
export function readRecipients(recipients: string[], friends: { doctorID: number; name: string }[]) {
  const ids: number[] = [];
  const emails: string[] = [];
  const unknown: string[] = [];
  for (const text of recipients) {
    const friend = friends.find(({ name }) => name === text);
    if (friend) ids.push(friend.doctorID);
    else if (/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text)) emails.push(text);
    else unknown.push(text);
  }
  return { recipientDoctorIDs: ids, recipientEmails: emails, unknown };
}
