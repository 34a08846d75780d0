import { ExaminationsList } from '../../areas/referrals/examinations/examinations-list.tsx';
import { INCOMING_PATH } from '../../areas/referrals/queries.ts';
import { Page } from '../../shared/ui/page.tsx';
import { Trail } from '../../shared/ui/trail.tsx';

export default function ExaminationsPage() {
  return (
    <Page
      title="Справочник исследований"
      trail={
        <Trail steps={[{ label: 'Направления', to: INCOMING_PATH }, { label: 'Справочник исследований' }]} />
      }
    >
      <ExaminationsList />
    </Page>
  );
}
