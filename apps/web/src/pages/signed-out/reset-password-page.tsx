import { Entrance } from '../../areas/account/entrance.tsx';

export function ResetPasswordPage({ token }: { token: string }) {
  return <Entrance title="Новый пароль">{token}</Entrance>;
}
