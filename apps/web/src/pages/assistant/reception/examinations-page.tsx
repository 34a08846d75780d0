import { ExaminationsList } from '../../../areas/reception/referrals/examinations/examinations-list.tsx';
import { INCOMING_PATH } from '../../../areas/studies/study-card/referral-queries.ts';
import { Page } from '../../../shared/navigation/page.tsx';
import { Trail } from '../../../shared/navigation/trail.tsx';

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
