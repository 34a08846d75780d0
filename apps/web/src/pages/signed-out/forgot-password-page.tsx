import { Entrance } from '../../areas/account/entrance.tsx';

export function ForgotPasswordPage() {
  return <Entrance title="Восстановление пароля">{null}</Entrance>;
}
