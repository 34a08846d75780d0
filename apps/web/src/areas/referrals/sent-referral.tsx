import { Box, Button, Paper, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconCalendarPlus, IconPrinter } from '@tabler/icons-react';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { ConfirmForm } from '../../shared/ui/confirm-form.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { Page } from '../../shared/ui/page.tsx';
import { Trail } from '../../shared/ui/trail.tsx';
import { doctorSettingsQuery } from '../account/settings.ts';
import { ownStudiesPath } from '../patients/doctor-queries.ts';
import { PatientSummary } from '../patients/patient-summary.tsx';
import { StateBadge } from './labels.tsx';
import {
  documentURL,
  SENT_PATH,
  type SentDetails,
  sentReferralQuery,
  useWithdrawReferral,
} from './queries.ts';
import { Contraindications, DecisionNotice, ReferralFacts } from './referral-facts.tsx';

/** One referral of the client, with what can still be done about it. */
export function SentReferralScreen({ referralUUID }: { referralUUID: string }) {
  const { data: referral } = useSuspenseQuery(sentReferralQuery(referralUUID));
  const { data: settings } = useQuery(doctorSettingsQuery);
  const { number, state, urgency, patientName, patientBirthday, sex, phone, studyID, patientID } = referral;
  const title = `Направление № ${number}`;
  const mayBook = state === 'sent' && referral.booking === null && settings?.scheduleEnabled;
  return (
    <Page
      title={title}
      trail={<Trail steps={[{ label: 'Направления', to: SENT_PATH }, { label: title }]} />}
      facts={
        <Box mt="xs">
          <StateBadge state={state} urgent={urgency === 'urgent'} />
        </Box>
      }
      actions={
        <>
          {mayBook && (
            <Button
              component={Link}
              to="/doctor-area/schedule"
              variant="default"
              leftSection={<IconCalendarPlus size={18} stroke={1.6} />}
            >
              Записать пациента
            </Button>
          )}
          <PrintButton area="doctor" referralUUID={referralUUID} />
        </>
      }
    >
      <Stack gap="md" maw={760}>
        <DecisionNotice referral={referral} />
        <Paper component="section" p="lg" withBorder bg="var(--sheet)" aria-label="Пациент и запрос">
          <Text fw={600} size="lg">
            {patientName}
          </Text>
          <PatientSummary sex={sex} birthday={patientBirthday} phone={phone} />
          <Stack gap="md" mt="md">
            <Contraindications referral={referral} />
            <ReferralFacts referral={referral} />
          </Stack>
        </Paper>
        <div>
          {patientID !== null && studyID !== null && (
            <Button component={Link} to={`${ownStudiesPath(patientID)}#study-${studyID}`}>
              Открыть исследование
            </Button>
          )}
          {referral.can.withdraw && <WithdrawButton referral={referral} />}
        </div>
      </Stack>
    </Page>
  );
}

interface PrintButtonProps {
  area: 'assistant' | 'doctor';
  referralUUID: string;
}

/** The browser shows the PDF in a tab of its own, from which it is printed. */
export const PrintButton = ({ area, referralUUID }: PrintButtonProps) => (
  <Button
    component="a"
    href={documentURL(area, referralUUID)}
    target="_blank"
    rel="noopener"
    variant="default"
    leftSection={<IconPrinter size={18} stroke={1.6} />}
  >
    Распечатать
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
        <ConfirmForm
          sending={withdrawing}
          onConfirm={() => withdrawing.mutateAsync(undefined)}
          submitLabel="Отозвать"
          onClose={close}
        >
          <Text>Центр больше не сможет его принять. Новое направление можно отправить в любой момент.</Text>
        </ConfirmForm>
      </Dialog>
    </>
  );
}
