import { Stack } from '@mantine/core';
import { Billing } from './billing.tsx';
import { Figures } from './figures.tsx';
import { useChoice } from './period-choice.tsx';
import { stepFor } from './periods.ts';
import { statisticsQuery, useFigures } from './queries.ts';
import { Ranking } from './ranking.tsx';
import classes from './statistics.module.css';
import { StepCharts } from './step-charts.tsx';
import { Loading } from '../../../shared/ui/loading.tsx';

export function StatisticsBoard() {
  const { period, by } = useChoice();
  const step = stepFor(period);
  const { figures: statistics, waiting } = useFigures(statisticsQuery({ ...period, step, by }));
  if (!statistics) return <Loading height={480} />;
  return (
    <Stack gap="md" aria-busy={waiting} style={{ opacity: waiting ? 0.6 : 1 }}>
      <Figures of={statistics} />
      <StepCharts steps={statistics.steps} step={step} />
      <div className={classes.columns}>
        <Ranking title="По клиентам" label="Клиент" ranking={statistics.clients} />
        <Ranking title="Кто создал" label="Сотрудник" ranking={statistics.assistants} />
      </div>
      <Billing />
    </Stack>
  );
}
