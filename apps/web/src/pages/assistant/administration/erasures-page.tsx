import { ErasuresList } from '../../../areas/administration/erasure/erasures-list.tsx';
import { Page } from '../../../shared/navigation/page.tsx';
import { Trail } from '../../../shared/navigation/trail.tsx';

export default function ErasuresPage() {
  return (
    <Page
      title="Удаление персональных данных"
      trail={
        <Trail
          steps={[
            { label: 'Сотрудники', to: '/assistant-area/staff' },
            { label: 'Удаление персональных данных' },
          ]}
        />
      }
    >
      <ErasuresList />
    </Page>
  );
}
