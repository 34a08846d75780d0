import { PeriodChoice } from '../../areas/statistics/period-choice.tsx';
import { StatisticsBoard } from '../../areas/statistics/statistics-board.tsx';
import { Page } from '../../shared/ui/page.tsx';

/** Figures of the centre, and the monthly list for its bills. */
export default function StatisticsPage() {
  return (
    <Page title="Статистика" actions={<PeriodChoice />}>
      <StatisticsBoard />
    </Page>
  );
}
