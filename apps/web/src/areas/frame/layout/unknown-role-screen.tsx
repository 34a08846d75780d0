import { sentences } from '../../../shared/calls/sentences.ts';
import { SignOutButton } from '../../people/accounts/sign-out-button.tsx';
import { Screen } from '../../../shared/navigation/screen.tsx';

export const UnknownRoleScreen = () => (
  <Screen title={sentences.page.unknownRole} action={<SignOutButton variant="filled" />}>
    {sentences.page.unknownRoleWhy}
  </Screen>
);
