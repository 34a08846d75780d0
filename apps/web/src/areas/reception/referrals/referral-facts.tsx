import { Alert, Text } from '@mantine/core';
import { URGENCY_LABELS } from '@snimok/contract/reception/referrals';
import { teethInWords } from '@snimok/contract/values/teeth';
import { formatMoment } from '../../../shared/dates/dates.ts';
import { Fact, Facts } from '../../../shared/ui/facts.tsx';
import type { IncomingDetails, SentDetails } from './queries.ts';

/** What was asked, for both sides. */
export function ReferralFacts({ referral }: { referral: SentDetails | IncomingDetails }) {
  const { examination, urgency, teeth, question, recipients, booking, senderName, createdAt } = referral;
  return (
    <Facts>
      <Fact label="Исследование">{examination}</Fact>
      <Fact label="Срочность">{URGENCY_LABELS[urgency]}</Fact>
      <Fact label="Зубы">{teeth.length > 0 ? teethInWords(teeth) : '—'}</Fact>
      <Fact label="Вопрос">
        <Text span inherit style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {question || '—'}
        </Text>
      </Fact>
      {booking && (
        <Fact label="Запись">
          {booking.status === 'cancelled'
            ? 'отменена'
            : [formatMoment(booking.beginsAt), booking.locationName].join(', ')}
        </Fact>
      )}
      {recipients.length > 0 && (
        <Fact label="Получат также">{recipients.map(({ name }) => name).join(', ')}</Fact>
      )}
      <Fact label="Направивший врач">
        {senderName}, {formatMoment(createdAt)}
      </Fact>
    </Facts>
  );
}

const WORDS = { accepted: 'Принято', done: 'Принято', declined: 'Отклонено', withdrawn: 'Отозвано' };

/** Who decided, when and why; nothing while the referral waits. */
export function DecisionNotice({ referral }: { referral: SentDetails | IncomingDetails }) {
  const { state, decidedBy, decidedAt, reason } = referral;
  if (state === 'sent') return null;
  return (
    <Alert
      color={state === 'declined' ? 'red' : state === 'withdrawn' ? 'gray' : 'green'}
      title={`${WORDS[state]} ${formatMoment(decidedAt)}`}
    >
      {[decidedBy, reason].filter(Boolean).join('. ')}
    </Alert>
  );
}
