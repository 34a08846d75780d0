import { AccessAlerts } from '../../../areas/administration/access-alerts/access-alerts.tsx';
import {
  DaySwitch,
  OverviewBoard,
  useOverviewTitle,
} from '../../../areas/administration/day-overview/overview-board.tsx';
import { Page } from '../../../shared/navigation/page.tsx';

export default function OverviewPage() {
  return (
    <Page title={useOverviewTitle()} actions={<DaySwitch />}>
      <OverviewBoard first={<AccessAlerts />} />
    </Page>
  );
}
