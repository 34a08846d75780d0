import { IconMapOff } from '@tabler/icons-react';
import { sentences } from '../../../shared/calls/sentences.ts';
import { Empty } from '../../../shared/ui/empty.tsx';
import { Page } from '../../../shared/navigation/page.tsx';
import { HomeButton } from '../../../shared/navigation/screen.tsx';

/** Inside an area: keeps the header and the menu. */
export const NotFoundPage = () => (
  <Page title={sentences.page.notFound}>
    <Empty icon={IconMapOff} title="Здесь ничего нет" action={<HomeButton />}>
      {sentences.page.notFoundWhy}
    </Empty>
  </Page>
);
