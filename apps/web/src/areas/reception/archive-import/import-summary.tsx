import { Alert, Progress, Stack, Text } from '@mantine/core';
import { counted, formatBytes, formatNumber } from '@snimok/api-client/format-numbers';
import { formatMoment } from '../../../shared/dates/dates.ts';
import { Fact, Facts } from '../../../shared/ui/facts.tsx';
import { StateBadge } from '../../../shared/ui/state-badge.tsx';
import { IMPORT_STATES, PROBLEMS, sourceLabel } from './labels.ts';
import type { Import } from './queries.ts';

const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;

/** «около 3 ч», «около 20 мин» */
const duration = (seconds: number): string =>
  seconds >= HOUR_S
    ? `около ${formatNumber(Math.round(seconds / HOUR_S))}\u00a0ч`
    : `около ${formatNumber(Math.max(1, Math.round(seconds / MINUTE_S)))}\u00a0мин`;

const studies = (count: number) => counted(count, 'исследование', 'исследования', 'исследований');

/** What the archive contains, what becomes of it, and how far the import is. */
export function ImportSummary({ of }: { of: Import }) {
  const { source, state, problem, client, totals, createdBy, createdAt, confirmedBy, confirmedAt } = of;
  const isOver = state === 'finished' || state === 'stopped';
  return (
    <Stack gap="md" mb="lg">
      {problem && (
        <Alert color="yellow" role="status">
          {PROBLEMS[problem]}
        </Alert>
      )}
      <LackOfSpace of={of} />
      <Facts>
        <Fact label="Архив">{sourceLabel(source)}</Fact>
        <Fact label="Состояние">
          <StateBadge {...IMPORT_STATES[state]} />
        </Fact>
        <Fact label="Найдено">
          {studies(totals.studies)}, {counted(totals.patients, 'пациент', 'пациента', 'пациентов')}
        </Fact>
        <Fact label="К переносу">{planOf(of)}</Fact>
        {!isOver && totals.estimatedSeconds !== null && (
          <Fact label="Займёт">{duration(totals.estimatedSeconds)}</Fact>
        )}
        <Fact label="Новые карточки">
          {formatNumber(totals.newPatients)}
          {client && `, клиент: ${client.name}`}
        </Fact>
        <Fact label="Время и скорость">{limitsOf(of)}</Fact>
        <Fact label="Начат">
          {formatMoment(createdAt)}, {createdBy}
        </Fact>
        {confirmedAt && (
          <Fact label="Подтверждён">
            {formatMoment(confirmedAt)}
            {confirmedBy && `, ${confirmedBy}`}
          </Fact>
        )}
      </Facts>
      {confirmedAt && <Done of={of} />}
    </Stack>
  );
}

const planOf = ({ totals: { outcomes, bytes, neededBytes } }: Import): string => {
  const count = (outcomes.existing ?? 0) + (outcomes.new ?? 0);
  const space = neededBytes > 0 ? `; места нужно ${formatBytes(neededBytes)}` : '';
  return `${studies(count)}, ${formatBytes(bytes)}${space}`;
};

const limitsOf = ({ hours, rateBytesSecond }: Import): string => {
  const time = hours ? `с ${hours.from} до ${hours.to}` : 'в любое время';
  return rateBytesSecond === null ? time : `${time}, не быстрее ${formatBytes(rateBytesSecond)}/с`;
};

function LackOfSpace({ of: { state, totals } }: { of: Import }) {
  const { freeBytes, neededBytes, doneBytes, bytes } = totals;
  if (freeBytes === null || state === 'finished' || state === 'stopped') return null;
  const rest = bytes === 0 ? 0 : neededBytes * (1 - doneBytes / bytes);
  if (freeBytes >= rest) return null;
  return (
    <Alert color="red" role="status">
      На диске портала свободно {formatBytes(freeBytes)}, а нужно ещё {formatBytes(rest)}.
    </Alert>
  );
}

function Done({ of: { totals } }: { of: Import }) {
  const { done = 0, failed = 0, waiting = 0, sending = 0, processing = 0 } = totals.states;
  const all = done + failed + waiting + sending + processing;
  return (
    <div>
      <Progress value={all === 0 ? 100 : (100 * done) / all} aria-label="Перенесено" />
      <Text size="sm" c="dimmed" mt={4}>
        Перенесено {formatNumber(done)} из {formatNumber(all)}
        {failed > 0 && `, не удалось ${formatNumber(failed)}`}
      </Text>
    </div>
  );
}
