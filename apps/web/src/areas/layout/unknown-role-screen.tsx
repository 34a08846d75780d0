import { sentences } from '../../shared/sentences.ts';
import { SignOutButton } from '../account/sign-out-button.tsx';
import { Screen } from './screen.tsx';

export const UnknownRoleScreen = () => (
  <Screen title={sentences.page.unknownRole} action={<SignOutButton variant="filled" />}>
    {sentences.page.unknownRoleWhy}
  </Screen>
);
