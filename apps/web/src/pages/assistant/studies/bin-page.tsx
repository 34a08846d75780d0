import { Tabs, Text } from '@mantine/core';
import { useSearchParams } from 'react-router';
import { DeletedPatients } from '../../../areas/studies/bin/deleted-patients.tsx';
import { DeletedStudies } from '../../../areas/studies/bin/deleted-studies.tsx';
import { BinSearch } from '../../../areas/studies/bin/bin-search.tsx';
import { TIME_IN_BIN } from '../../../shared/dates/bin-time.ts';
import { Page } from '../../../shared/navigation/page.tsx';
import { usePageOffset } from '../../../shared/lists/paging.tsx';

const TABS = [
  { key: 'studies', label: 'Исследования', List: DeletedStudies },
  { key: 'patients', label: 'Карточки пациентов', List: DeletedPatients },
] as const;

/** What was deleted and can still be restored. Tab, search and page are in the URL. */
export default function BinPage() {
  const [search, setSearch] = useSearchParams();
  const offset = usePageOffset();
  const query = search.get('query') ?? '';
  const tab = search.get('tab') === 'patients' ? 'patients' : 'studies';
  const open = (params: { tab: string; query: string }, replace = false) =>
    setSearch(
      {
        ...(params.tab === 'patients' && { tab: 'patients' }),
        ...(params.query && { query: params.query }),
      },
      { replace },
    );

  return (
    <Page
      title="Корзина"
      facts={
        <Text c="dimmed" mt={6} maw={720}>
          Удалённое хранится {TIME_IN_BIN}, затем стирается навсегда. Восстановленное исследование снова видит
          клиент, и отправленные ссылки на него снова открываются до конца своего срока.
        </Text>
      }
    >
      <Tabs value={tab} keepMounted={false} onChange={(key) => key && open({ tab: key, query })}>
        <Tabs.List mb="lg">
          {TABS.map(({ key, label }) => (
            <Tabs.Tab key={key} value={key}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <BinSearch query={query} onChange={(typed) => open({ tab, query: typed }, true)} />
        {TABS.map(({ key, List }) => (
          <Tabs.Panel key={key} value={key}>
            <List list={{ offset, query }} />
          </Tabs.Panel>
        ))}
      </Tabs>
    </Page>
  );
}
