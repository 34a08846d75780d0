import { Alert, Stack, Switch } from '@mantine/core';
import type { LetterKind } from '@snimok/contract/profile';
import { explain } from '../../shared/explain.ts';
import { type LetterChoice, useChooseLetters } from './queries.ts';
import { Section } from './section.tsx';

const LABELS: Record<LetterKind, string> = {
  studies: 'Исследование пациента готово или перенесено',
  reports: 'Заключение по исследованию подписано или исправлено',
  bookings: 'Запись: подтверждение, перенос, отмена и напоминание',
  shares: 'Коллега открыл вам своего пациента',
  requests: 'Коллега просит доступ к вашему пациенту',
  'sign-ins': 'Вход в кабинет с нового устройства',
};

/** Which letters the portal sends to this account. */
export function LettersSection({ letters }: { letters: LetterChoice[] }) {
  const choose = useChooseLetters();
  return (
    <Section title="Письма" hint="Письма с паролями и ссылками для входа приходят всегда.">
      {choose.error && (
        <Alert color="red" mb="sm">
          {explain(choose.error)}
        </Alert>
      )}
      <Stack gap="sm">
        {letters.map(({ kind, wanted }) => (
          <Switch
            key={kind}
            label={LABELS[kind]}
            checked={wanted}
            onChange={({ currentTarget: { checked } }) =>
              choose.mutate(letters.map((one) => (one.kind === kind ? { kind, wanted: checked } : one)))
            }
          />
        ))}
      </Stack>
    </Section>
  );
}
