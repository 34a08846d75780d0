import { ProfileScreen } from '../../areas/profile/profile-screen.tsx';
import { Page } from '../../shared/ui/page.tsx';

export default function ProfilePage() {
  return (
    <Page title="Профиль">
      <ProfileScreen />
    </Page>
  );
}
