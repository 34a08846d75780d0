import { Alert, Anchor, Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { counted } from '@snimok/api-client/format-numbers';
import { IconUsers } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { formatDay } from '../../shared/dates.ts';
import { FailureAlert } from '../../shared/ui/failure-alert.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { DialogForm } from '../../shared/ui/dialog-form.tsx';
import { useSingleFlight } from '../../shared/use-single-flight.ts';
import { patientPath } from '../patients/patients-list.tsx';
import {
  type IncomingDetails,
  incomingReferralQuery,
  useAcceptReferral,
  useDeclineReferral,
} from './queries.ts';
import { ReferralPage } from './referral-page.tsx';

/** One referral as the centre sees it: accepted with one click, or with a choice between similar cards. */
export function IncomingReferralScreen({ referralUUID }: { referralUUID: string }) {
  const { data: referral } = useSuspenseQuery(incomingReferralQuery(referralUUID));
  const { doctorID, doctorName, patientID, studyID } = referral;
  return (
    <ReferralPage area="assistant" referral={referral} doctorName={doctorName}>
      {referral.can.decide && <Decide referral={referral} />}
      {patientID !== null && studyID !== null && (
        <div>
          <Button component={Link} to={`${patientPath({ doctorID, patientID })}#study-${studyID}`}>
            Открыть исследование
          </Button>
        </div>
      )}
    </ReferralPage>
  );
}

function Decide({ referral }: { referral: IncomingDetails }) {
  const { referralUUID, similar, patientID } = referral;
  const accepting = useAcceptReferral(referralUUID);
  const runSingle = useSingleFlight();
  const navigate = useNavigate();
  const [declining, decline] = useDisclosure();
  const accept = (choice: { patientID?: number; createPatient?: boolean }) =>
    runSingle(async () => {
      const created = await accepting.mutateAsync(choice);
      await navigate(`${patientPath(created)}#study-${created.studyID}`);
    });
  const hasChoice = similar.length > 0;
  return (
    <>
      {hasChoice && (
        <SimilarCards
          referral={referral}
          pending={accepting.isPending}
          onChoose={(chosen) => accept({ patientID: chosen })}
        />
      )}
      <FailureAlert reason={accepting.error} withIcon />
      <Group gap="xs">
        <Button
          loading={accepting.isPending}
          variant={hasChoice ? 'default' : 'filled'}
          onClick={() => accept(hasChoice ? { createPatient: true } : {})}
        >
          {hasChoice ? 'Создать новую карточку и принять' : 'Принять'}
        </Button>
        <Button variant="subtle" color="red" disabled={accepting.isPending} onClick={decline.open}>
          Отклонить
        </Button>
      </Group>
      {!hasChoice && (
        <Text size="sm" c="dimmed">
          {patientID === null
            ? 'Портал создаст карточку пациента и исследование.'
            : 'Портал создаст исследование в карточке пациента.'}
        </Text>
      )}
      <Dialog title="Отклонить направление" opened={declining} onClose={decline.close}>
        <DeclineForm referralUUID={referralUUID} onClose={decline.close} />
      </Dialog>
    </>
  );
}

interface SimilarCardsProps {
  referral: IncomingDetails;
  pending: boolean;
  onChoose: (patientID: number) => void;
}

const SimilarCards = ({ referral: { similar, doctorID }, pending, onChoose }: SimilarCardsProps) => (
  <Alert color="blue" icon={<IconUsers />} title="Возможно, карточка уже есть">
    <Stack gap="sm" component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
      {similar.map(({ patientID, name, birthday, phone, studiesCount }) => (
        <Group key={patientID} component="li" justify="space-between" gap="xs">
          <div>
            <Anchor component={Link} to={patientPath({ doctorID, patientID })}>
              {name}
            </Anchor>
            <Text size="sm">
              {[
                birthday && formatDay(birthday),
                phone,
                counted(studiesCount, 'исследование', 'исследования', 'исследований'),
              ]
                .filter(Boolean)
                .join(' · ')}
            </Text>
          </div>
          <Button
            size="xs"
            disabled={pending}
            aria-label={`Принять в карточку: ${name}`}
            onClick={() => onChoose(patientID)}
          >
            Принять сюда
          </Button>
        </Group>
      ))}
    </Stack>
  </Alert>
);

function DeclineForm({ referralUUID, onClose }: { referralUUID: string; onClose: () => void }) {
  const [reason, setReason] = useState('');
  const [missing, setMissing] = useState<string>();
  const declining = useDeclineReferral(referralUUID);
  const submit = () => {
    if (reason.trim() === '') return setMissing('Укажите причину');
    return declining.mutateAsync(reason);
  };
  return (
    <DialogForm sending={declining} submitLabel="Отклонить" danger onSubmit={submit} onClose={onClose}>
      <Textarea
        label="Причина"
        description="Её увидит врач: в кабинете и в письме"
        autosize
        minRows={2}
        maxLength={300}
        data-autofocus
        value={reason}
        error={missing}
        onChange={({ currentTarget }) => {
          setReason(currentTarget.value);
          setMissing(undefined);
        }}
      />
    </DialogForm>
  );
}
