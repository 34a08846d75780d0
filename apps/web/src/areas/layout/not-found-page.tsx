import { IconMapOff } from '@tabler/icons-react';
import { sentences } from '../../shared/sentences.ts';
import { Empty } from '../../shared/ui/empty.tsx';
import { Page } from '../../shared/ui/page.tsx';
import { HomeButton } from './screen.tsx';

/** Inside an area: keeps the header and the menu. */
export const NotFoundPage = () => (
  <Page title={sentences.page.notFound}>
    <Empty icon={IconMapOff} title="Здесь ничего нет" action={<HomeButton />}>
      {sentences.page.notFoundWhy}
    </Empty>
  </Page>
);
