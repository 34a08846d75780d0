import { PeriodChoice } from '../../../areas/administration/statistics/period-choice.tsx';
import { StatisticsBoard } from '../../../areas/administration/statistics/statistics-board.tsx';
import { Page } from '../../../shared/navigation/page.tsx';

/** Figures of the centre, and the monthly list for its bills. */
export default function StatisticsPage() {
  return (
    <Page title="Статистика" actions={<PeriodChoice />}>
      <StatisticsBoard />
    </Page>
  );
}
