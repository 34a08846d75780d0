import { MOST_CHARACTERS } from '@snimok/contract/values/lengths';
import { Button, Group, Text, Textarea } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { FailureAlert } from '../../../shared/failures/failure-alert.tsx';
import { Dialog } from '../../../shared/dialogs/dialog.tsx';
import { DialogForm } from '../../../shared/dialogs/dialog-form.tsx';
import { useSingleFlight } from '../../../shared/calls/use-single-flight.ts';
import { hasOneOf } from '../../platform/access/rights.ts';
import { assistantSettingsQuery } from '../../platform/access/settings.ts';
import { patientPath } from '../../people/patients/patients-list.tsx';
import {
  bookPath,
  type IncomingDetails,
  incomingReferralQuery,
  useAcceptReferral,
  useDeclineReferral,
} from './queries.ts';
import { ReferralPage } from './referral-page.tsx';
import { NEW_CARD, SimilarCards } from './similar-cards.tsx';

/** One referral as the centre sees it: accepted with one click, or with a choice between similar cards. */
export function IncomingReferralScreen({ referralUUID }: { referralUUID: string }) {
  const { data: referral } = useSuspenseQuery(incomingReferralQuery(referralUUID));
  const { doctorID, doctorName, patientID, studyID, can } = referral;
  return (
    <ReferralPage area="assistant" referral={referral} doctorName={doctorName}>
      {can.decide && <Decide referral={referral} />}
      {patientID !== null && studyID !== null && (
        <Group gap="xs">
          {can.book && (
            <Button component={Link} to={bookPath(referralUUID)}>
              Записать на приём
            </Button>
          )}
          <Button
            component={Link}
            variant={can.book ? 'default' : 'filled'}
            to={`${patientPath({ doctorID, patientID })}#study-${studyID}`}
          >
            Открыть исследование
          </Button>
        </Group>
      )}
    </ReferralPage>
  );
}

/** Whether the assistant may book this patient, who is not booked. */
function useMayBook({ booking }: IncomingDetails): boolean {
  const { data: settings } = useSuspenseQuery(assistantSettingsQuery);
  const isBooked = booking !== null && booking.status !== 'cancelled';
  return settings.scheduleEnabled && hasOneOf(settings, ['booking']) && !isBooked;
}

function Decide({ referral }: { referral: IncomingDetails }) {
  const { referralUUID, similar, patientID } = referral;
  const accepting = useAcceptReferral(referralUUID);
  const runSingle = useSingleFlight();
  const navigate = useNavigate();
  const mayBook = useMayBook(referral);
  const [declining, decline] = useDisclosure();
  const [card, setCard] = useState('');
  const [unchosen, setUnchosen] = useState(false);
  const hasChoice = similar.length > 0;
  const accept = (isBooked: boolean) =>
    runSingle(async () => {
      if (hasChoice && card === '') return setUnchosen(true);
      const created = await accepting.mutateAsync(hasChoice ? choiceOf(card) : {});
      await navigate(isBooked ? bookPath(referralUUID) : `${patientPath(created)}#study-${created.studyID}`);
    });
  return (
    <>
      {hasChoice && (
        <SimilarCards
          cards={similar}
          value={card}
          error={unchosen && card === '' ? 'Выберите карточку' : null}
          onChange={setCard}
        />
      )}
      <FailureAlert reason={accepting.error} withIcon />
      <Group gap="xs">
        {mayBook && (
          <Button loading={accepting.isPending} onClick={() => accept(true)}>
            Принять и записать
          </Button>
        )}
        <Button
          loading={accepting.isPending}
          variant={mayBook ? 'default' : 'filled'}
          onClick={() => accept(false)}
        >
          {mayBook ? 'Принять без записи' : 'Принять'}
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

const choiceOf = (card: string) =>
  card === NEW_CARD ? { createPatient: true } : { patientID: Number(card) };

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
        maxLength={MOST_CHARACTERS.line}
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
