import { ActionIcon, Button, Group, Menu, Text } from '@mantine/core';
import { IconDots, IconPlus, IconWebhook } from '@tabler/icons-react';
import { useState } from 'react';
import { FailureAlert } from '../../../shared/failures/failure-alert.tsx';
import { formatAgo } from '../../../shared/dates/dates.ts';
import { Empty } from '../../../shared/ui/empty.tsx';
import { type Column, RowsTable } from '../../../shared/lists/rows-table.tsx';
import { useList } from '../../../shared/lists/use-list.ts';
import { EVENTS, WEBHOOK_STATES } from './labels.ts';
import { StateBadge } from '../../../shared/ui/state-badge.tsx';
import { type Hook, usePauseWebhook, webhooksQuery } from './queries.ts';
import { DeleteWebhookDialog, RotateSecretDialog, WebhookDialog } from './webhook-dialogs.tsx';
import { WebhookLog } from './webhook-log.tsx';

type Choice = 'edit' | 'log' | 'rotate' | 'delete';

/** The receivers to which the portal sends events. */
export function WebhooksList() {
  const { list } = useList(webhooksQuery);
  const [chosen, setChosen] = useState<{ choice: Choice; hook: Hook }>();
  const [isNew, setIsNew] = useState(false);
  const pause = usePauseWebhook();
  const close = () => setChosen(undefined);
  const of = (choice: Choice) => (chosen?.choice === choice ? chosen.hook : undefined);
  const columns = columnsFor({
    onChoose: (choice, hook) => setChosen({ choice, hook }),
    onPause: ({ webhookID, status }) => pause.mutate({ webhookID, paused: status === 'active' }),
  });
  return (
    <>
      <Group justify="space-between" mb="md" gap="sm">
        <Text c="dimmed">
          Портал сам сообщает другой системе, что исследование готово или пациент записан.
        </Text>
        <Button leftSection={<IconPlus size={18} stroke={1.8} />} onClick={() => setIsNew(true)}>
          Создать вебхук
        </Button>
      </Group>
      <FailureAlert reason={pause.error} mb="md" />
      {list?.webhooks.length === 0 ? (
        <Empty icon={IconWebhook} title="Вебхуков пока нет">
          Вебхук сам сообщает другой системе центра, что исследование готово или пациент записан. Создайте его
          и укажите адрес этой системы.
        </Empty>
      ) : (
        <RowsTable
          label="Вебхуки"
          columns={columns}
          rows={list?.webhooks}
          skeletonRows={2}
          rowKey={({ webhookID }) => webhookID}
        />
      )}
      <WebhookDialog of={isNew ? 'new' : of('edit')} onClose={() => (isNew ? setIsNew(false) : close())} />
      <RotateSecretDialog hook={of('rotate')} onClose={close} />
      <DeleteWebhookDialog hook={of('delete')} onClose={close} />
      <WebhookLog hook={of('log')} onClose={close} />
    </>
  );
}

interface Handlers {
  onChoose: (choice: Choice, hook: Hook) => void;
  onPause: (hook: Hook) => void;
}

const columnsFor = ({ onChoose, onPause }: Handlers): Column<Hook>[] => [
  {
    label: 'Вебхук',
    main: true,
    cell: ({ name, url }) => (
      <>
        {name}
        <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {url}
        </Text>
      </>
    ),
  },
  {
    label: 'События',
    width: '25%',
    whole: null,
    cell: ({ events }) => events.map((event) => EVENTS[event].label).join('; '),
  },
  {
    label: 'Состояние',
    width: '20%',
    cell: ({ status, waitingCount }) => (
      <>
        <StateBadge {...WEBHOOK_STATES[status]} />
        {waitingCount > 0 && (
          <Text size="sm" c="dimmed">
            ждут отправки: {waitingCount}
          </Text>
        )}
      </>
    ),
  },
  {
    label: 'Последнее принятое',
    width: '14%',
    cell: ({ deliveredAt }) => (deliveredAt ? formatAgo(deliveredAt) : 'ещё не было'),
  },
  {
    label: 'Действия',
    actions: true,
    width: 150,
    cell: (hook) => (
      <Group gap={4} wrap="nowrap" justify="flex-end">
        <Button
          variant="subtle"
          size="xs"
          aria-label={`Журнал: ${hook.name}`}
          onClick={() => onChoose('log', hook)}
        >
          Журнал
        </Button>
        <HookMenu hook={hook} onChoose={onChoose} onPause={onPause} />
      </Group>
    ),
  },
];

function HookMenu({ hook, onChoose, onPause }: Handlers & { hook: Hook }) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={`Другие действия: ${hook.name}`}>
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => onChoose('edit', hook)}>Изменить</Menu.Item>
        <Menu.Item onClick={() => onPause(hook)}>
          {hook.status === 'active' ? 'Приостановить' : 'Возобновить'}
        </Menu.Item>
        <Menu.Item onClick={() => onChoose('rotate', hook)}>Сменить секрет</Menu.Item>
        <Menu.Item color="red" onClick={() => onChoose('delete', hook)}>
          Удалить
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
