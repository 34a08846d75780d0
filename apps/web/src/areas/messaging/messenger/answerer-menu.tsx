import { Button, Menu } from '@mantine/core';
import { setAnswerer } from '@snimok/contract/messaging/messenger-office';
import { IconChevronDown, IconUserCheck, IconUserPlus, IconUserX } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../shared/calls/call.ts';
import { showFailure } from '../../../shared/failures/show-failure.ts';
import classes from './messenger.module.css';
import { answerersQuery, type DialogEntry, refreshDialog } from './messages/queries.ts';

/** Who answers the dialog: the assistant takes it, hands it over or releases it. */
export function AnswererMenu({ dialog: { dialogID, answerer = null } }: { dialog: DialogEntry }) {
  const client = useQueryClient();
  const { data } = useQuery(answerersQuery);
  const change = useMutation({
    mutationFn: (accountID: number | null) =>
      call(setAnswerer, {
        params: { dialogID },
        body: { accountID, insteadOf: answerer?.accountID ?? null },
      }),
    onError: showFailure,
    // also after a failure, because a colleague may have been faster
    onSettled: () => refreshDialog(client, dialogID),
  });
  const isOwn = answerer !== null && answerer.accountID === data?.ownID;
  const label = isOwn ? 'Отвечаете вы' : answerer ? `Отвечает ${answerer.name}` : 'Взять себе';
  const button = (
    <Button
      className={classes.answerer}
      variant={answerer ? 'light' : 'default'}
      size="sm"
      loading={change.isPending}
      aria-label={label}
      title={label}
      leftSection={<IconUserCheck size={18} stroke={1.6} />}
      {...(!answerer && { onClick: () => data && change.mutate(data.ownID) })}
    >
      <span className={classes.answererName}>{label}</span>
    </Button>
  );
  return (
    <Menu position="bottom-end" withInitialFocusPlaceholder={false}>
      {answerer ? (
        <Menu.Target>{button}</Menu.Target>
      ) : (
        <Button.Group>
          {button}
          <Menu.Target>
            <Button variant="default" size="sm" px={8} aria-label="Передать диалог" title="Передать диалог">
              <IconChevronDown size={16} stroke={1.6} />
            </Button>
          </Menu.Target>
        </Button.Group>
      )}
      <Menu.Dropdown mah={360} style={{ overflowY: 'auto' }}>
        {data && answerer && !isOwn && (
          <Menu.Item leftSection={<IconUserCheck size={18} />} onClick={() => change.mutate(data.ownID)}>
            Взять себе
          </Menu.Item>
        )}
        {answerer && (
          <Menu.Item leftSection={<IconUserX size={18} />} onClick={() => change.mutate(null)}>
            {isOwn ? 'Больше не отвечать' : `Снять с диалога: ${answerer.name}`}
          </Menu.Item>
        )}
        <Menu.Label>Передать</Menu.Label>
        {data?.assistants
          .filter(({ accountID }) => accountID !== answerer?.accountID && accountID !== data.ownID)
          .map(({ accountID, name }) => (
            <Menu.Item
              key={accountID}
              leftSection={<IconUserPlus size={18} />}
              onClick={() => change.mutate(accountID)}
            >
              {name}
            </Menu.Item>
          ))}
      </Menu.Dropdown>
    </Menu>
  );
}
