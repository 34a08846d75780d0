import { Alert, Button, Group, Stack, Text, Title } from '@mantine/core';
import { IconAlertCircle, IconCheck, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { explain } from '../../../shared/calls/explain.ts';
import { sentences } from '../../../shared/calls/sentences.ts';
import { Confirmation } from '../../../shared/dialogs/confirmation.tsx';
import { CopyButton } from '../../../shared/codes/copy-button.tsx';
import { useRowsInPlace } from '../../../shared/lists/use-rows-in-place.ts';
import { useSingleFlight } from '../../../shared/calls/use-single-flight.ts';
import { LetterActions, LetterState } from '../../platform/letters/letter-state.tsx';
import classes from './shares-list.module.css';
import {
  type DoctorAccessRequest,
  type PatientShares,
  type Sharer,
  sharesQuery,
  useDeclineAccess,
  useMailShare,
  useSharePatient,
  useUnsharePatient,
} from './queries.ts';

const doctorOf = ({ doctorID }: { doctorID: number }) => doctorID;

interface SharesListProps {
  patientID: number;
  requesterID: number | null;
}

/** The access requests, the one by `requesterID` first, and the doctors who have access. */
export function SharesList({ patientID, requesterID }: SharesListProps) {
  const { data: shares, error } = useQuery(sharesQuery(patientID));
  if (error) return <Failed error={error} />;
  return shares ? <Lists patientID={patientID} requesterID={requesterID} shares={shares} /> : null;
}

function Lists({ patientID, requesterID, shares }: SharesListProps & { shares: PatientShares }) {
  const doctors = useRowsInPlace(shares.doctors, doctorOf);
  const requests = useRowsInPlace(shares.requests, doctorOf).toSorted(
    (a, b) => Number(b.row.doctorID === requesterID) - Number(a.row.doctorID === requesterID),
  );
  return (
    <Stack gap="md" mt="lg">
      {requests.length > 0 && (
        <Section title="Просят доступ">
          {requests.map(({ row, gone }) => (
            <Request key={row.doctorID} patientID={patientID} request={row} gone={gone} />
          ))}
        </Section>
      )}
      {doctors.length > 0 && (
        <Section title="Доступ открыт">
          {doctors.map(({ row, gone }) =>
            gone ? (
              <Decided key={row.doctorID} name={row.name} outcome="Доступ закрыт" />
            ) : (
              <Share key={row.doctorID} patientID={patientID} doctor={row} />
            ),
          )}
        </Section>
      )}
    </Stack>
  );
}

/** What remains of a row after a decision, so that the rows below do not move. */
const Decided = ({ name, outcome }: { name: string; outcome: string }) => (
  <Group justify="space-between" wrap="nowrap" mih={30} role="group" aria-label={name}>
    <Text c="dimmed" className={classes.name}>
      {name}
    </Text>
    <Text size="sm" c="dimmed" flex="none">
      {outcome}
    </Text>
  </Group>
);

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <Stack gap="xs">
    <Title order={3} size="sm">
      {title}
    </Title>
    {children}
  </Stack>
);

const Failed = ({ error }: { error: Error }) => (
  <Alert color="red" icon={<IconAlertCircle />} role="alert">
    {explain(error, sentences.common.later)}
  </Alert>
);

/** The link in the letter. The page itself checks access. */
const linkTo = (patientID: number) => `${location.origin}/doctor-area/patients/${patientID}/studies`;

interface RequestProps {
  patientID: number;
  request: DoctorAccessRequest;
  /** decided, here or elsewhere */
  gone: boolean;
}

function Request({ patientID, request: { doctorID, name }, gone }: RequestProps) {
  const share = useSharePatient(patientID);
  const decline = useDeclineAccess(patientID);
  const runSingle = useSingleFlight();
  const [declining, setDeclining] = useState(false);
  if (gone) return <Decided name={name} outcome={outcomeOf(share.isSuccess, decline.isSuccess)} />;
  return (
    <div>
      <Group justify="space-between" wrap="nowrap">
        <Text className={classes.name}>{name}</Text>
        {!declining && (
          <Group gap="xs" wrap="nowrap" flex="none">
            <Button
              size="xs"
              leftSection={<IconCheck size={16} />}
              disabled={share.isPending}
              aria-label={`Разрешить: ${name}`}
              onClick={() => runSingle(() => share.mutateAsync({ shareDoctorID: doctorID }))}
            >
              Разрешить
            </Button>
            <Button
              size="xs"
              variant="default"
              disabled={share.isPending}
              aria-label={`Отклонить: ${name}`}
              onClick={() => setDeclining(true)}
            >
              Отклонить
            </Button>
          </Group>
        )}
      </Group>
      {share.error && <Failed error={share.error} />}
      {declining && (
        <Confirmation
          label={`Отклонение запроса: ${name}`}
          question="Отклонить запрос? Врач увидит отказ."
          confirmLabel="Отклонить"
          sending={decline}
          onConfirm={() => decline.mutateAsync(doctorID)}
          onCancel={() => setDeclining(false)}
          specified={sentences.common.later}
        />
      )}
    </div>
  );
}

function outcomeOf(isAccepted: boolean, isDeclined: boolean): string {
  if (isAccepted) return 'Разрешено';
  return isDeclined ? 'Отклонено' : 'Запрос закрыт';
}

function Share({ patientID, doctor: { doctorID, name, letter } }: { patientID: number; doctor: Sharer }) {
  const mail = useMailShare(patientID, doctorID);
  const unshare = useUnsharePatient(patientID);
  const [closing, setClosing] = useState(false);
  return (
    <div>
      <Group justify="space-between" wrap="nowrap" mih={30}>
        <Text className={classes.name}>{name}</Text>
        {!closing && (
          <Button
            flex="none"
            size="xs"
            variant="subtle"
            color="red"
            leftSection={<IconX size={16} />}
            aria-label={`Закрыть доступ: ${name}`}
            onClick={() => setClosing(true)}
          >
            Закрыть доступ
          </Button>
        )}
      </Group>
      {closing ? (
        <Confirmation
          label={`Закрытие доступа: ${name}`}
          question="Закрыть доступ? Врач больше не увидит карточку и исследования пациента."
          confirmLabel="Закрыть доступ"
          sending={unshare}
          onConfirm={() => unshare.mutateAsync(doctorID)}
          onCancel={() => setClosing(false)}
          specified={sentences.common.later}
        />
      ) : (
        <>
          <LetterState letter={letter} />
          <LetterActions letter={letter} resend={mail}>
            <CopyButton requestText={async () => linkTo(patientID)} />
          </LetterActions>
        </>
      )}
    </div>
  );
}
