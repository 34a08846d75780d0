import { CreateMemberButton, StaffList } from '../../areas/staff/staff-list.tsx';
import { Page } from '../../shared/ui/page.tsx';

export default function StaffPage() {
  return (
    <Page title="Сотрудники" actions={<CreateMemberButton />}>
      <StaffList />
    </Page>
  );
}
