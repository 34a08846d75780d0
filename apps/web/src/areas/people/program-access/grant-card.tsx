import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconDeviceDesktopUp } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FailureAlert } from '../../../shared/failures/failure-alert.tsx';
import { useSingleFlight } from '../../../shared/calls/use-single-flight.ts';
import { GrantFacts } from './grant-facts.tsx';
import classes from './grant.module.css';
import { type Grant, grantQuery, useDecide } from './queries.ts';
import { STATES } from './labels.ts';
import { type Refusal, RefusalDialog } from './refusal-dialog.tsx';

/** One program's request for access, and the decisions an assistant can make. */
export function GrantCard({ userCode }: { userCode: string }) {
  const { data: grant } = useSuspenseQuery(grantQuery(userCode));
  const accept = useDecide(userCode);
  const runSingle = useSingleFlight();
  const [refusal, setRefusal] = useState<Refusal>();
  const [isDecided, setIsDecided] = useState(false);
  const decided = () => setIsDecided(true);

  return (
    <Stack gap="lg" className={classes.sheet}>
      {grant.status === 'issued' ? (
        <IssuedGrant grant={grant} />
      ) : (
        <DecidedGrant grant={grant} decided={isDecided} />
      )}
      <GrantFacts grant={grant} />
      <FailureAlert reason={!accept.isPending && accept.error} withIcon />
      {grant.status === 'issued' && (
        <Group gap="sm">
          <Button
            loading={accept.isPending}
            onClick={() => runSingle(() => accept.mutateAsync('accept').then(decided))}
          >
            Разрешить
          </Button>
          <Button variant="default" disabled={accept.isPending} onClick={() => setRefusal('decline')}>
            Отклонить
          </Button>
        </Group>
      )}
      {(grant.status === 'granted' || grant.status === 'authorized') && (
        // on the right, away from the pointer that has just clicked «Разрешить»
        <Group justify="flex-end">
          <Button color="red" variant="light" onClick={() => setRefusal('revoke')}>
            Отозвать
          </Button>
        </Group>
      )}
      <RefusalDialog
        userCode={userCode}
        refusal={refusal}
        onRefused={decided}
        onClose={() => setRefusal(undefined)}
      />
    </Stack>
  );
}

/** Warns about remote phishing, RFC 8628 §5.4: an attacker's code or link opens this page as well. */
const IssuedGrant = ({ grant: { userCode } }: { grant: Grant }) => (
  <>
    <div>
      <Text c="dimmed">Код на экране программы должен быть точно таким:</Text>
      <Text className={classes.code}>{userCode}</Text>
    </div>
    <Alert color="yellow" icon={<IconAlertTriangle />} title="Вход начали вы?">
      Разрешайте, только если сами запустили вход в программе на компьютере центра. Если ссылку или код вам
      прислали или назвали по телефону, отклоните запрос.
    </Alert>
  </>
);

function DecidedGrant({ grant: { status }, decided }: { grant: Grant; decided: boolean }) {
  if (status === 'issued') return null;
  const { title, sentence, colour } = STATES[status];
  return (
    <Alert role="status" color={colour} icon={<IconDeviceDesktopUp />} title={title}>
      {sentence}
      {decided && ' Эту страницу можно закрыть.'}
    </Alert>
  );
}
