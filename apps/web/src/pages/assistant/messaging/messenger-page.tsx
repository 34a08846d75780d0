import { useSuspenseQuery } from '@tanstack/react-query';
import { assistantSettingsQuery } from '../../../areas/platform/access/settings.ts';
import { NotFoundPage } from '../../../areas/frame/layout/not-found-page.tsx';
import { Messenger } from '../../../areas/messaging/messenger/messenger.tsx';
import { MessengerSettings } from '../../../areas/messaging/messenger/centre-settings/messenger-settings.tsx';
import { Page } from '../../../shared/navigation/page.tsx';

export default function MessengerPage() {
  const { data: settings } = useSuspenseQuery(assistantSettingsQuery);
  if (!settings.chatEnabled) return <NotFoundPage />;
  return (
    <Page title="Мессенджер">
      <Messenger settings={<MessengerSettings />} />
    </Page>
  );
}
