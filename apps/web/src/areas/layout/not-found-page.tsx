import { IconMapOff } from '@tabler/icons-react';
import { sentences } from '../../shared/sentences.ts';
import { Empty } from '../../shared/ui/empty.tsx';
import { Page } from '../../shared/ui/page.tsx';
import { HomeButton } from './screen.tsx';

/** Within an area: header and menu stay. */
export const NotFoundPage = () => (
  <Page title={sentences.page.notFound}>
    <Empty icon={IconMapOff} title="Здесь ничего нет" action={<HomeButton />}>
      {sentences.page.notFoundWhy}
    </Empty>
  </Page>
);
