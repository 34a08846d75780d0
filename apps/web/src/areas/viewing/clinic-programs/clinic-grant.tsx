import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconDeviceDesktopDown } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { formatMoment } from '../../../shared/dates/dates.ts';
import { FailureAlert } from '../../../shared/failures/failure-alert.tsx';
import { Fact, Facts } from '../../../shared/ui/facts.tsx';
import { useSingleFlight } from '../../../shared/calls/use-single-flight.ts';
import classes from '../../people/program-access/grant.module.css';
import { STATES, versionInWords } from '../../people/program-access/labels.ts';
import { clinicGrantQuery, useDecideClinicGrant } from './queries.ts';

/** The request of a program at the clinic to receive studies, and the decision. */
export function ClinicGrant({ userCode }: { userCode: string }) {
  const { data: grant } = useSuspenseQuery(clinicGrantQuery(userCode));
  const decide = useDecideClinicGrant(userCode);
  const runSingle = useSingleFlight();
  const { status } = grant;
  return (
    <Stack gap="lg" className={classes.sheet}>
      {status === 'issued' ? (
        <>
          <div>
            <Text c="dimmed">Код на экране программы должен быть точно таким:</Text>
            <Text className={classes.code}>{grant.userCode}</Text>
          </div>
          <Alert color="yellow" icon={<IconAlertTriangle />} title="Вход начали вы?">
            Разрешайте, только если сами запустили вход на компьютере клиники. Если ссылку или код вам
            прислали или назвали по телефону, отклоните запрос.
          </Alert>
        </>
      ) : (
        <Alert
          role="status"
          color={STATES[status].colour}
          icon={<IconDeviceDesktopDown />}
          title={STATES[status].title}
        >
          {status === 'authorized' ? 'Теперь она может получать исследования.' : STATES[status].sentence}
        </Alert>
      )}
      <Facts>
        <Fact label="Версия программы">{versionInWords(grant.appVersion)}</Fact>
        <Fact label="Что ей откроется">
          Готовые исследования ваших пациентов, чтобы передать их в программы клиники
        </Fact>
        <Fact label="Сетевой адрес">{grant.address ?? 'неизвестен'}</Fact>
        <Fact label="Запрошено">{formatMoment(grant.issuedAt)}</Fact>
      </Facts>
      <FailureAlert reason={!decide.isPending && decide.error} withIcon />
      {status === 'issued' && (
        <Group gap="sm">
          <Button loading={decide.isPending} onClick={() => runSingle(() => decide.mutateAsync('accept'))}>
            Разрешить
          </Button>
          <Button
            variant="default"
            disabled={decide.isPending}
            onClick={() => runSingle(() => decide.mutateAsync('decline'))}
          >
            Отклонить
          </Button>
        </Group>
      )}
    </Stack>
  );
}
