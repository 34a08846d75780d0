import { Alert, Button, Group, Stack, Text, Title } from '@mantine/core';
import { IconAlertCircle, IconCheck, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { explain } from '../../shared/explain.ts';
import { sentences } from '../../shared/sentences.ts';
import { CopyButton } from '../../shared/ui/copy-button.tsx';
import { useSingleFlight } from '../../shared/use-single-flight.ts';
import { LetterActions, LetterState } from '../letters/letter-state.tsx';
import {
  type DoctorAccessRequest,
  type Sharer,
  sharesQuery,
  useDeclineAccess,
  useMailShare,
  useSharePatient,
  useUnsharePatient,
} from './queries.ts';

/** The access requests, that of `requesterID` first, and the doctors who have access. */
export function SharesList({ patientID, requesterID }: { patientID: number; requesterID: number | null }) {
  const { data: shares, error } = useQuery(sharesQuery(patientID));
  if (error) return <Failed error={error} />;
  if (!shares) return null;
  const { doctors } = shares;
  const requests = shares.requests.toSorted(
    (a, b) => Number(b.doctorID === requesterID) - Number(a.doctorID === requesterID),
  );
  return (
    <Stack gap="md" mt="lg">
      {requests.length > 0 && (
        <Section title="Просят доступ">
          {requests.map((request) => (
            <Request key={request.doctorID} patientID={patientID} request={request} />
          ))}
        </Section>
      )}
      {doctors.length > 0 && (
        <Section title="Доступ открыт">
          {doctors.map((doctor) => (
            <Share key={doctor.doctorID} patientID={patientID} doctor={doctor} />
          ))}
        </Section>
      )}
    </Stack>
  );
}

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

function Request({ patientID, request }: { patientID: number; request: DoctorAccessRequest }) {
  const share = useSharePatient(patientID);
  const decline = useDeclineAccess(patientID);
  const runSingle = useSingleFlight();
  const failure = share.error ?? decline.error;
  const pending = share.isPending || decline.isPending;
  return (
    <>
      <Group justify="space-between" wrap="nowrap">
        <Text>{request.name}</Text>
        <Group gap="xs" wrap="nowrap">
          <Button
            size="xs"
            leftSection={<IconCheck size={16} />}
            disabled={pending}
            aria-label={`Разрешить: ${request.name}`}
            onClick={() => runSingle(() => share.mutateAsync({ shareDoctorID: request.doctorID }))}
          >
            Разрешить
          </Button>
          <Button
            size="xs"
            variant="default"
            disabled={pending}
            aria-label={`Отклонить: ${request.name}`}
            onClick={() => runSingle(() => decline.mutateAsync(request.doctorID))}
          >
            Отклонить
          </Button>
        </Group>
      </Group>
      {failure && <Failed error={failure} />}
    </>
  );
}

function Share({ patientID, doctor }: { patientID: number; doctor: Sharer }) {
  const mail = useMailShare(patientID, doctor.doctorID);
  const unshare = useUnsharePatient(patientID);
  const runSingle = useSingleFlight();
  return (
    <>
      <Group justify="space-between" wrap="nowrap">
        <Text>{doctor.name}</Text>
        <Button
          size="xs"
          variant="subtle"
          color="red"
          leftSection={<IconX size={16} />}
          loading={unshare.isPending}
          aria-label={`Закрыть доступ: ${doctor.name}`}
          onClick={() => runSingle(() => unshare.mutateAsync(doctor.doctorID))}
        >
          Закрыть доступ
        </Button>
      </Group>
      <LetterState letter={doctor.letter} />
      <LetterActions letter={doctor.letter} resend={mail}>
        <CopyButton requestLink={async () => linkTo(patientID)} />
      </LetterActions>
      {unshare.error && <Failed error={unshare.error} />}
    </>
  );
}
