import { Tabs } from '@mantine/core';
import { useSearchParams } from 'react-router';
import { TokensList } from '../../../areas/administration/integrations/tokens-list.tsx';
import { WebhooksList } from '../../../areas/administration/integrations/webhooks-list.tsx';
import { PartBoundary } from '../../../shared/failures/boundary.tsx';
import { Page } from '../../../shared/navigation/page.tsx';

const TABS = [
  { key: 'tokens', label: 'Токены', List: TokensList },
  { key: 'webhooks', label: 'Вебхуки', List: WebhooksList },
] as const;

/** How other systems of the centre are connected. */
export default function IntegrationsPage() {
  const [search, setSearch] = useSearchParams();
  const tab = TABS.find(({ key }) => key === search.get('tab'))?.key ?? 'tokens';
  return (
    <Page title="Интеграции">
      <Tabs
        value={tab}
        keepMounted={false}
        onChange={(key) => setSearch(key && key !== 'tokens' ? { tab: key } : {})}
      >
        <Tabs.List mb="lg">
          {TABS.map(({ key, label }) => (
            <Tabs.Tab key={key} value={key}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {TABS.map(({ key, List }) => (
          <Tabs.Panel key={key} value={key}>
            <PartBoundary>
              <List />
            </PartBoundary>
          </Tabs.Panel>
        ))}
      </Tabs>
    </Page>
  );
}
