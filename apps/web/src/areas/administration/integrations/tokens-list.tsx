import { Button, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconKey, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { formatAgo, formatDay } from '../../../shared/dates/dates.ts';
import { Empty } from '../../../shared/ui/empty.tsx';
import { PagedTable } from '../../../shared/lists/paged-table.tsx';
import { usePageOffset } from '../../../shared/lists/paging.tsx';
import type { Column } from '../../../shared/lists/rows-table.tsx';
import { useList } from '../../../shared/lists/use-list.ts';
import { SCOPES, TOKEN_STATES } from './labels.ts';
import { StateBadge } from '../../../shared/ui/state-badge.tsx';
import { type Token, tokensQuery } from './queries.ts';
import { CreateTokenDialog, RevokeTokenDialog } from './token-dialogs.tsx';

/** The tokens with which other systems call the API. */
export function TokensList() {
  const { list, waiting } = useList(tokensQuery(usePageOffset()));
  const [revoked, setRevoked] = useState<Token>();
  const [opened, { open, close }] = useDisclosure();
  return (
    <>
      <Group justify="space-between" mb="md" gap="sm">
        <Text c="dimmed">
          С токеном другая система центра читает и меняет данные портала без пароля сотрудника.
        </Text>
        <Button leftSection={<IconPlus size={18} stroke={1.8} />} onClick={open}>
          Создать токен
        </Button>
      </Group>
      <PagedTable
        label="Токены"
        columns={columnsFor(setRevoked)}
        page={list}
        rows={list?.tokens}
        waiting={waiting}
        skeletonRows={3}
        rowKey={({ tokenID }) => tokenID}
        empty={
          <Empty icon={IconKey} title="Токенов пока нет">
            Создайте токен для учётной системы, телефонии или сайта центра. Он показывается один раз:
            передайте его тому, кто настраивает эту систему.
          </Empty>
        }
      />
      <CreateTokenDialog opened={opened} onClose={close} />
      <RevokeTokenDialog token={revoked} onClose={() => setRevoked(undefined)} />
    </>
  );
}

const columnsFor = (onRevoke: (token: Token) => void): Column<Token>[] => [
  {
    label: 'Токен',
    main: true,
    cell: ({ name, ending }) => (
      <>
        {name}{' '}
        <Text span c="dimmed" size="sm">
          …{ending}
        </Text>
      </>
    ),
  },
  {
    label: 'Что открыто',
    width: '26%',
    cell: ({ scopes, networks }) => (
      <>
        {scopes.map((scope) => SCOPES[scope].label).join('; ')}
        {networks.length > 0 && (
          <Text size="sm" c="dimmed">
            только из {networks.join(', ')}
          </Text>
        )}
      </>
    ),
  },
  {
    label: 'Состояние',
    width: '20%',
    cell: ({ status, expiresAt }) => (
      <>
        <StateBadge {...TOKEN_STATES[status]} />
        {status === 'active' && (
          <Text size="sm" c="dimmed">
            до {formatDay(expiresAt)}
          </Text>
        )}
      </>
    ),
  },
  {
    label: 'Последнее обращение',
    width: '17%',
    whole: null,
    cell: ({ lastUsedAt, lastUsedAddress }) =>
      lastUsedAt ? `${formatAgo(lastUsedAt)}, ${lastUsedAddress}` : 'ещё не было',
  },
  { label: 'Кто создал', width: '13%', minor: true, cell: ({ creatorName }) => creatorName },
  {
    label: 'Действия',
    actions: true,
    width: 110,
    cell: (token) =>
      token.status === 'active' || token.status === 'suspended' ? (
        <Button
          variant="subtle"
          color="red"
          size="xs"
          aria-label={`Отозвать: ${token.name}`}
          onClick={() => onRevoke(token)}
        >
          Отозвать
        </Button>
      ) : null,
  },
];
