import { Anchor, Text } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useRight } from '../../../areas/platform/access/rights.ts';
import { assistantSettingsQuery } from '../../../areas/platform/access/settings.ts';
import { ProfileScreen } from '../../../areas/people/profile/profile-screen.tsx';
import { Section } from '../../../areas/people/profile/section.tsx';
import { Page } from '../../../shared/navigation/page.tsx';

export default function ProfilePage() {
  const { data: settings } = useSuspenseQuery(assistantSettingsQuery);
  const seesPrograms = useRight('programs');
  return (
    <Page title="Профиль">
      <ProfileScreen>
        {settings.desktopAppAuthEnabled && seesPrograms && (
          <Section title="Программы загрузки">
            <Text size="sm" c="dimmed">
              Компьютеры у аппаратов, которым разрешено загружать снимки.
            </Text>
            <Anchor component={Link} to="/assistant-area/desktop-apps" py={10} display="inline-block">
              Посмотреть и отозвать доступ
            </Anchor>
          </Section>
        )}
      </ProfileScreen>
    </Page>
  );
}
