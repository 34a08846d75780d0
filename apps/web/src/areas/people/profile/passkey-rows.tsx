import { Button, Text } from '@mantine/core';
import { formatAgo, formatDay } from '../../../shared/dates/dates.ts';
import { FactRow } from './fact-row.tsx';
import type { Passkey } from './queries.ts';

interface PasskeyRowsProps {
  passkeys: Passkey[];
  /** the account must have a factor, and this is the only one */
  isLast: boolean;
  onRemove: (passkey: Passkey) => void;
}

export const PasskeyRows = ({ passkeys, isLast, onRemove }: PasskeyRowsProps) =>
  passkeys.map((passkey) => (
    <FactRow
      key={passkey.passkeyUUID}
      title={
        <Text fw={500} style={{ overflowWrap: 'anywhere' }}>
          {passkey.name}
        </Text>
      }
      action={
        !isLast && (
          <Button
            variant="default"
            size="xs"
            aria-label={`Удалить ключ доступа: ${passkey.name}`}
            onClick={() => onRemove(passkey)}
          >
            Удалить ключ
          </Button>
        )
      }
    >
      <Text size="sm" c="dimmed">
        Ключ доступа, добавлен {formatDay(passkey.createdAt)}
        {passkey.lastUsedAt && `, последний вход: ${formatAgo(passkey.lastUsedAt)}`}
      </Text>
    </FactRow>
  ));
