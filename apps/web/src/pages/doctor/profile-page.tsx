import { ProfileScreen } from '../../areas/people/profile/profile-screen.tsx';
import { Page } from '../../shared/navigation/page.tsx';

export default function ProfilePage() {
  return (
    <Page title="Профиль">
      <ProfileScreen />
    </Page>
  );
}
