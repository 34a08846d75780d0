import { Tabs } from '@mantine/core';
import { formatNumber } from '@snimok/api-client/format-numbers';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { PartBoundary } from '../../../shared/failures/boundary.tsx';
import { Page } from '../../../shared/navigation/page.tsx';
import { Trail } from '../../../shared/navigation/trail.tsx';
import { ImportActions } from './import-actions.tsx';
import { ImportSummary } from './import-summary.tsx';
import { ProblemsList } from './problems-list.tsx';
import { importQuery } from './queries.ts';
import { StudiesList } from './studies-list.tsx';

/** One import: what the archive contains, what becomes of it, and the buttons that begin, pause and end it. */
export function ImportScreen({ importID }: { importID: number }) {
  const { data } = useSuspenseQuery(importQuery(importID));
  const [tab, setTab] = useState<string | null>('studies');
  const title = `Перенос № ${importID}`;
  return (
    <Page
      title={title}
      trail={
        <Trail
          steps={[{ label: 'Перенос архива', to: '/assistant-area/archive-imports' }, { label: title }]}
        />
      }
      actions={<ImportActions of={data} />}
    >
      <ImportSummary of={data} />
      <Tabs value={tab} onChange={setTab} keepMounted={false}>
        <Tabs.List mb="lg">
          <Tabs.Tab value="studies">Исследования</Tabs.Tab>
          <Tabs.Tab value="problems">Не прочитано ({formatNumber(data.totals.problems)})</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="studies">
          <PartBoundary>
            <StudiesList of={data} />
          </PartBoundary>
        </Tabs.Panel>
        <Tabs.Panel value="problems">
          <PartBoundary>
            <ProblemsList of={data} />
          </PartBoundary>
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}
