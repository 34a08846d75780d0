import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatDay, formatMoment } from '../../../shared/dates/dates.ts';
import { FailureAlert } from '../../../shared/failures/failure-alert.tsx';
import { Confirmation } from '../../../shared/dialogs/confirmation.tsx';
import { LetterState } from '../../platform/letters/letter-state.tsx';
import { actionLabel } from './labels.ts';
import classes from './patient-access.module.css';
import { type Access, accessesQuery, useRevokeAccess } from './queries.ts';
import { Loading } from '../../../shared/ui/loading.tsx';

interface AccessListProps {
  studyID: number;
  onReplace: (shareUUID: string) => void;
}

/** The links that were handed out, and what was done with each. */
export function AccessList({ studyID, onReplace }: AccessListProps) {
  const { data, error, isPending } = useQuery(accessesQuery(studyID));
  if (isPending) return <Loading height={84} />;
  if (!data) return <FailureAlert reason={error} withIcon />;
  return (
    <section aria-labelledby={`accesses-of-${studyID}`}>
      <Title order={3} id={`accesses-of-${studyID}`} mb="xs">
        Уже выдано
      </Title>
      {data.accesses.length === 0 ? (
        <Text c="dimmed">Пациенту этот снимок ещё не выдавали.</Text>
      ) : (
        <Stack component="ul" className={classes.list} gap={0}>
          {data.accesses.map((access) => (
            <AccessRow key={access.shareUUID} studyID={studyID} access={access} onReplace={onReplace} />
          ))}
        </Stack>
      )}
    </section>
  );
}

const stateOf = ({ revokedAt, expiresAt }: Access): string => {
  if (revokedAt) return `Доступ отозван ${formatMoment(revokedAt)}`;
  return `${Date.parse(expiresAt) <= Date.now() ? 'Срок истёк' : 'Доступно до'} ${formatDay(expiresAt)}`;
};

/** Every link is printed with its PIN; it may have been sent too. */
const waysOf = ({ email, texted }: Access): string =>
  ['лист с кодом', email && `письмо на ${email}`, texted && 'СМС'].filter(Boolean).join(', ');

interface AccessRowProps extends AccessListProps {
  access: Access;
}

function AccessRow({ studyID, access, onReplace }: AccessRowProps) {
  const { shareUUID, createdAt, creatorName, email, letter, revokedAt, expiresAt, pinLockedUntil } = access;
  const [revoking, setRevoking] = useState(false);
  const revoke = useRevokeAccess(studyID, shareUUID);
  const label = `Выдано ${formatMoment(createdAt)}`;
  const isOpen = revokedAt === null && Date.parse(expiresAt) > Date.now();
  return (
    <li className={classes.row} aria-label={label}>
      <Text fw={600}>{label}</Text>
      <Text size="sm" c="dimmed" className={classes.by}>
        {creatorName}: {waysOf(access)}
      </Text>
      <Text size="sm">{stateOf(access)}</Text>
      {email && <LetterState letter={letter} />}
      {pinLockedUntil && (
        <Text size="sm" c="red">
          ПИН-код вводили неверно слишком много раз: ссылка закрыта до {formatMoment(pinLockedUntil)}.
        </Text>
      )}
      <Log events={access.events} />
      {revoking ? (
        <Confirmation
          label="Отзыв доступа"
          question="Отозвать доступ? Ссылка сразу перестанет открываться, и скачать по ней больше ничего будет нельзя."
          confirmLabel="Отозвать"
          sending={revoke}
          onConfirm={() => revoke.mutateAsync()}
          onCancel={() => setRevoking(false)}
        />
      ) : (
        isOpen && (
          <Group gap="xs" mt="xs">
            <Button size="compact-md" variant="default" onClick={() => onReplace(shareUUID)}>
              Выдать ещё раз
            </Button>
            <Button size="compact-md" variant="subtle" color="red" onClick={() => setRevoking(true)}>
              Отозвать
            </Button>
          </Group>
        )
      )}
    </li>
  );
}

const Log = ({ events }: Pick<Access, 'events'>) =>
  events.length === 0 ? (
    <Text size="sm" c="dimmed">
      Ещё не открывали.
    </Text>
  ) : (
    <details className={classes.log}>
      <summary>
        {actionLabel(events[0]!.action)} {formatMoment(events[0]!.at)}
      </summary>
      <ol>
        {events.map(({ at, action, device }, index) => (
          <li key={index}>
            {formatMoment(at)}: {actionLabel(action)}
            {device && ` (${device})`}
          </li>
        ))}
      </ol>
    </details>
  );
