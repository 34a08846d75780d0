import { Anchor, Button, Text } from '@mantine/core';
import { counted } from '@snimok/api-client/format-numbers';
import { IconShieldExclamation } from '@tabler/icons-react';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { formatAgo } from '../../../shared/dates/dates.ts';
import { showFailure } from '../../../shared/failures/show-failure.ts';
import { useSingleFlight } from '../../../shared/calls/use-single-flight.ts';
import { useRight } from '../../platform/access/rights.ts';
import { assistantSettingsQuery } from '../../platform/access/settings.ts';
import { patientsPath } from '../../people/doctors/doctors-list.tsx';
import { Group, Warning } from '../day-overview/entry.tsx';
import { accessAlertsQuery, type Alert, useAcknowledge } from './queries.ts';
import { ResumeButton } from './resume-button.tsx';

/** For administrators: accounts that opened unusually many studies, until an administrator has dealt with them. */
export function AccessAlerts() {
  const isAdministrator = useRight('admin');
  const { data: settings } = useSuspenseQuery(assistantSettingsQuery);
  const enabled = isAdministrator && settings.accessAlertsEnabled === true;
  const { data } = useQuery({ ...accessAlertsQuery, enabled });
  if (!enabled || !data || data.totalCount === 0) return null;
  return (
    <Group
      attention
      title="Необычно много исследований"
      color="red"
      count={data.totalCount}
      shown={data.alerts.length}
      empty=""
    >
      {data.alerts.map((alert) => (
        <Entry key={alert.alertID} alert={alert} />
      ))}
    </Group>
  );
}

function Entry({ alert }: { alert: Alert }) {
  const { alertID, accountID, accountName, raisedAt, studies, threshold, suspended } = alert;
  const acknowledge = useAcknowledge();
  const runSingle = useSingleFlight();
  return (
    <Warning
      icon={IconShieldExclamation}
      urgent
      who={<Who alert={alert} />}
      actions={
        <>
          {suspended && <ResumeButton account={{ accountID, name: accountName }} />}
          <Button
            size="xs"
            variant="filled"
            aria-label={`Разобрано: ${accountName}`}
            loading={acknowledge.isPending}
            onClick={() => runSingle(() => acknowledge.mutateAsync(alertID).catch(showFailure))}
          >
            Разобрано
          </Button>
        </>
      }
    >
      За час {counted(studies, 'исследование', 'исследования', 'исследований')}, предел {threshold} ·{' '}
      {formatAgo(raisedAt)}. {suspended ? 'Вход приостановлен.' : 'Позвоните и узнайте, кто работает.'}
    </Warning>
  );
}

/** The name of the account; for a client or a person of a client, with a link to the client's page. */
function Who({ alert: { accountName, accountKind, doctorID, doctorName } }: { alert: Alert }) {
  return (
    <Text span fw={500}>
      {doctorID === null ? (
        accountName
      ) : (
        <Anchor component={Link} to={patientsPath(doctorID)} inherit underline="always">
          {accountName}
        </Anchor>
      )}{' '}
      <Text span size="sm" c="dimmed">
        {accountKind === 'member' ? doctorName : accountKind === 'client' ? 'клиент' : 'сотрудник'}
      </Text>
    </Text>
  );
}
