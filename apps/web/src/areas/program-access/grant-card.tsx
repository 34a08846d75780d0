import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconAlertCircle, IconAlertTriangle, IconDeviceDesktopUp } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { explain } from '../../shared/explain.ts';
import { useSingleFlight } from '../../shared/use-single-flight.ts';
import { GrantFacts } from './grant-facts.tsx';
import classes from './grant.module.css';
import { type Decision, type Grant, grantQuery, useDecide } from './queries.ts';
import { STATES } from './labels.ts';

/** One program's request for access, and the decisions an assistant can make. */
export function GrantCard({ userCode }: { userCode: string }) {
  const { data: grant } = useSuspenseQuery(grantQuery(userCode));
  const decide = useDecide(userCode);
  const runSingle = useSingleFlight();
  const { isPending, isSuccess, error, variables } = decide;
  const button = (decision: Decision) => ({
    loading: isPending && variables === decision,
    disabled: isPending,
    onClick: () => runSingle(() => decide.mutateAsync(decision)),
  });

  return (
    <Stack gap="lg" className={classes.sheet}>
      {grant.status === 'issued' ? (
        <IssuedGrant grant={grant} />
      ) : (
        <DecidedGrant grant={grant} decided={isSuccess} />
      )}
      <GrantFacts grant={grant} />
      {error && !isPending && (
        <Alert color="red" icon={<IconAlertCircle />}>
          {explain(error)}
        </Alert>
      )}
      {grant.status === 'issued' && (
        <Group gap="sm">
          <Button {...button('accept')}>Разрешить</Button>
          <Button variant="default" {...button('decline')}>
            Отклонить
          </Button>
        </Group>
      )}
      {(grant.status === 'granted' || grant.status === 'authorized') && (
        <Group>
          <Button color="red" variant="light" {...button('revoke')}>
            Отозвать
          </Button>
        </Group>
      )}
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
