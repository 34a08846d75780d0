import { Button, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconCalendarPlus } from '@tabler/icons-react';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { Dialog } from '../../../shared/dialogs/dialog.tsx';
import { DialogForm } from '../../../shared/dialogs/dialog-form.tsx';
import { doctorSettingsQuery } from '../../platform/access/settings.ts';
import { ownStudiesPath } from '../../people/patients/doctor-queries.ts';
import { OWN_BOOKINGS_PATH } from '../../../shared/navigation/own-bookings-path.ts';
import { type SentDetails, sentReferralQuery, useWithdrawReferral } from './queries.ts';
import { ReferralPage } from './referral-page.tsx';

/** One referral of the client, with what can still be done about it. */
export function SentReferralScreen({ referralUUID }: { referralUUID: string }) {
  const { data: referral } = useSuspenseQuery(sentReferralQuery(referralUUID));
  const { data: settings } = useQuery(doctorSettingsQuery);
  const { state, studyID, patientID } = referral;
  const mayBook = state === 'sent' && referral.booking === null && settings?.scheduleEnabled;
  return (
    <ReferralPage area="doctor" referral={referral} actions={mayBook && <BookButton />}>
      <div>
        {referral.booking !== null && (
          <Button component={Link} to={bookingPath(referral.booking)} variant="default" mr="xs">
            Мои записи
          </Button>
        )}
        {patientID !== null && studyID !== null && (
          <Button component={Link} to={`${ownStudiesPath(patientID)}#study-${studyID}`}>
            Открыть исследование
          </Button>
        )}
        {referral.can.withdraw && <WithdrawButton referral={referral} />}
      </div>
    </ReferralPage>
  );
}

/** The URL of the list that shows the booking. */
const bookingPath = ({ beginsAt, status }: NonNullable<SentDetails['booking']>) => {
  const isUpcoming = status === 'booked' && Date.parse(beginsAt) > Date.now();
  return `${OWN_BOOKINGS_PATH}${isUpcoming ? '' : '?view=past'}`;
};

const BookButton = () => (
  <Button
    component={Link}
    to="/doctor-area/schedule"
    variant="default"
    leftSection={<IconCalendarPlus size={18} stroke={1.6} />}
  >
    Записать пациента
  </Button>
);

function WithdrawButton({ referral: { referralUUID, number } }: { referral: SentDetails }) {
  const [opened, { open, close }] = useDisclosure();
  const withdrawing = useWithdrawReferral(referralUUID);
  return (
    <>
      <Button variant="subtle" color="red" onClick={open}>
        Отозвать направление
      </Button>
      <Dialog title={`Отозвать направление № ${number}?`} opened={opened} onClose={close}>
        <DialogForm
          danger
          sending={withdrawing}
          onSubmit={() => withdrawing.mutateAsync(undefined)}
          submitLabel="Отозвать"
          onClose={close}
        >
          <Text>Центр больше не сможет его принять. Новое направление можно отправить в любой момент.</Text>
        </DialogForm>
      </Dialog>
    </>
  );
}
