import { DaySwitch, OverviewBoard } from '../../areas/overview/overview-board.tsx';
import { Page } from '../../shared/ui/page.tsx';

export default function OverviewPage() {
  return (
    <Page title="Обзор" actions={<DaySwitch />}>
      <OverviewBoard />
    </Page>
  );
}
