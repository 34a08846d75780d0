import { checkPassword, checkRepeat } from './checks.ts';

export const noPassword = { password: '', repeat: '' };

export const checkNewPassword = ({ password, repeat }: typeof noPassword) => ({
  password: checkPassword(password),
  repeat: checkRepeat(password, repeat),
});
