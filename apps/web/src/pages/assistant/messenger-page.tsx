import { useSuspenseQuery } from '@tanstack/react-query';
import { assistantSettingsQuery } from '../../areas/account/settings.ts';
import { NotFoundPage } from '../../areas/layout/not-found-page.tsx';
import { Messenger } from '../../areas/messenger/messenger.tsx';
import { MessengerSettings } from '../../areas/messenger-office/messenger-settings.tsx';
import { Page } from '../../shared/ui/page.tsx';

export default function MessengerPage() {
  const { data: settings } = useSuspenseQuery(assistantSettingsQuery);
  if (!settings.chatEnabled) return <NotFoundPage />;
  return (
    <Page title="Мессенджер">
      <Messenger settings={<MessengerSettings />} />
    </Page>
  );
}
