import { ActionIcon, Group, Text } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { formatDay, formatMoment } from '../../../shared/dates/dates.ts';
import { Confirmation } from '../../../shared/dialogs/confirmation.tsx';
import { CopyButton } from '../../../shared/codes/copy-button.tsx';
import { LetterActions, LetterState } from '../../platform/letters/letter-state.tsx';
import { requestLink, type Scope, type Share, useDeleteShare, useMailShare } from './queries.ts';
import classes from './shares.module.css';
import { openingsOf, rightsOf } from './labels.ts';

interface ShareRowProps {
  scope: Scope;
  share: Share;
}

/** What remains of a deleted link, so that the links below do not move. */
export const DeletedShareRow = ({ share: { email } }: Pick<ShareRowProps, 'share'>) => (
  <li className={classes.row} aria-label={email}>
    <Text c="dimmed" className={classes.email}>
      {email}
    </Text>
    <Text size="sm" c="dimmed">
      Ссылка удалена
    </Text>
  </li>
);

/** One link: its recipient, its rights, and how often it was opened. */
export function ShareRow({ scope, share }: ShareRowProps) {
  const { shareUUID, email, expiresAt, pinFailures, pinLockedUntil, letter } = share;
  const [deleting, setDeleting] = useState(false);
  const mail = useMailShare(scope, shareUUID);
  const expired = Date.parse(expiresAt) <= Date.now();

  return (
    <li className={classes.row} aria-label={email}>
      <Group justify="space-between" gap="xs" wrap="nowrap" align="flex-start">
        <Text fw={600} className={classes.email}>
          {email}
        </Text>
        {!deleting && (
          <ActionIcon
            variant="subtle"
            color="red"
            aria-label="Удалить"
            className={classes.remove}
            onClick={() => setDeleting(true)}
          >
            <IconTrash size={18} stroke={1.6} />
          </ActionIcon>
        )}
      </Group>
      <Text size="sm">
        {rightsOf(share)}; {expired ? 'срок истёк' : 'действует до'} {formatDay(expiresAt)}
      </Text>
      {share.byDoctor && (
        <Text size="sm" c="dimmed">
          Отправитель: {share.creatorName}
          {scope.side === 'assistant' && ' (клиент)'}.
        </Text>
      )}
      {share.closed && !expired && (
        <Text size="sm" c="red">
          Ссылка не открывается: пациент теперь у другого клиента, кабинет отправителя отключён или ссылки
          клиентов выключены.
        </Text>
      )}
      <Text size="sm" c="dimmed">
        {openingsOf(share)}.
      </Text>
      <LetterState letter={letter} />
      {pinFailures > 0 && !pinLockedUntil && (
        <Text size="sm">Неверных попыток ввести ПИН-код: {pinFailures}.</Text>
      )}
      {pinLockedUntil && (
        <Text size="sm" c="red">
          ПИН-код вводили неверно слишком много раз: ссылка закрыта до {formatMoment(pinLockedUntil)}.
        </Text>
      )}
      {deleting ? (
        <DeleteConfirmation scope={scope} share={share} onCancel={() => setDeleting(false)} />
      ) : (
        !expired &&
        !share.closed && (
          <LetterActions letter={letter} resend={mail}>
            <CopyButton requestText={async () => (await requestLink(scope, shareUUID)).shareURL} />
          </LetterActions>
        )
      )}
    </li>
  );
}

function DeleteConfirmation({ scope, share, onCancel }: ShareRowProps & { onCancel: () => void }) {
  const remove = useDeleteShare(scope, share.shareUUID);
  return (
    <Confirmation
      label="Удаление ссылки"
      question="Удалить ссылку? Она сразу перестанет открываться, и скачать по ней больше ничего будет нельзя."
      confirmLabel="Удалить ссылку"
      sending={remove}
      onConfirm={() => remove.mutateAsync()}
      onCancel={onCancel}
    />
  );
}
