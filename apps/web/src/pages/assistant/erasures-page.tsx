import { ErasuresList } from '../../areas/erasures/erasures-list.tsx';
import { Page } from '../../shared/ui/page.tsx';
import { Trail } from '../../shared/ui/trail.tsx';

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
