import { AccessAlerts } from '../../areas/access-alerts/access-alerts.tsx';
import { DaySwitch, OverviewBoard, useOverviewTitle } from '../../areas/overview/overview-board.tsx';
import { Page } from '../../shared/ui/page.tsx';

export default function OverviewPage() {
  return (
    <Page title={useOverviewTitle()} actions={<DaySwitch />}>
      <OverviewBoard first={<AccessAlerts />} />
    </Page>
  );
}
