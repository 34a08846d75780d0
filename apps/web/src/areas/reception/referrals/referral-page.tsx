import { Box, Button, Paper, Stack, Text } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Page } from '../../../shared/navigation/page.tsx';
import { Trail } from '../../../shared/navigation/trail.tsx';
import { PatientSummary } from '../../people/patients/patient-summary.tsx';
import { StateBadge } from './labels.tsx';
import { documentURL, type IncomingDetails, SENT_PATH, type SentDetails } from './queries.ts';
import { INCOMING_PATH } from '../../studies/study-card/referral-queries.ts';
import { DecisionNotice, ReferralFacts } from './referral-facts.tsx';
import { Contraindications } from '../../studies/study-card/contraindications.tsx';

interface ReferralPageProps {
  area: 'assistant' | 'doctor';
  referral: SentDetails | IncomingDetails;
  /** who sent it; a client is not shown its own name */
  doctorName?: string;
  /** before the button for printing */
  actions?: ReactNode;
  /** what can be done about the referral */
  children: ReactNode;
}

/** One referral, as both sides see it. */
export function ReferralPage({ area, referral, doctorName, actions, children }: ReferralPageProps) {
  const { referralUUID, number, state, urgency, patientName, patientBirthday, sex, phone } = referral;
  const title = `Направление № ${number}`;
  const list = { label: 'Направления', to: area === 'assistant' ? INCOMING_PATH : SENT_PATH };
  return (
    <Page
      title={title}
      trail={<Trail steps={[list, { label: title }]} />}
      facts={
        <Box mt="xs">
          <StateBadge state={state} urgent={urgency === 'urgent'} />
        </Box>
      }
      actions={
        <>
          {actions}
          <PrintButton url={documentURL(area, referralUUID)} />
        </>
      }
    >
      <Stack gap="md" maw={760}>
        <DecisionNotice referral={referral} />
        <Paper component="section" p="lg" withBorder bg="var(--sheet)" aria-label="Пациент и вопрос">
          <Text fw={600} size="lg">
            {patientName}
          </Text>
          <PatientSummary sex={sex} birthday={patientBirthday} phone={phone} />
          {doctorName !== undefined && <Text c="dimmed">{doctorName}</Text>}
          <Stack gap="md" mt="md">
            <Contraindications referral={referral} />
            <ReferralFacts referral={referral} />
          </Stack>
        </Paper>
        {children}
      </Stack>
    </Page>
  );
}

/** The browser shows the PDF in a tab of its own, from which it is printed. */
const PrintButton = ({ url }: { url: string }) => (
  <Button
    component="a"
    href={url}
    target="_blank"
    rel="noopener"
    variant="default"
    leftSection={<IconPrinter size={18} stroke={1.6} />}
  >
    Распечатать
  </Button>
);
