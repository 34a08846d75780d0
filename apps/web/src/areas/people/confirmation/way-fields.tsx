import { type PasswordInputProps, Select, Text } from '@mantine/core';
import { PasswordField } from '../accounts/password-field.tsx';
import { checkCode, CodeField } from '../second-factors/code-field.tsx';
import type { Way } from './queries.ts';

const LABELS: Record<Way, string> = {
  passkey: 'Ключ доступа',
  totp: 'Код из приложения',
  password: 'Пароль',
  recovery: 'Код восстановления',
};

/** What is wrong with the field of a way; the code is empty for a way without one. */
export const checkWay = (way: Way, { password, code }: { password: string; code: string }) => ({
  password: way === 'password' && password === '' ? 'Введите пароль' : undefined,
  code: way === 'totp' ? checkCode(code) : way === 'recovery' ? checkRecoveryCode(code) : undefined,
});

const checkRecoveryCode = (code: string) => (code.trim() === '' ? 'Введите код восстановления' : undefined);

interface WayFieldsProps {
  ways: readonly Way[];
  way: Way;
  onWay: (way: Way) => void;
  password: PasswordInputProps;
  code: Parameters<typeof CodeField>[0];
  /** the z-index of the list of ways */
  zIndex?: number;
}

/** The choice of a way to prove one's identity, and the field of the chosen way. */
export const WayFields = ({ ways, way, onWay, password, code, zIndex }: WayFieldsProps) => (
  <>
    {ways.length > 1 && (
      <Select
        label="Чем подтвердить"
        data={ways.map((value) => ({ value, label: LABELS[value] }))}
        value={way}
        onChange={(value) => value && onWay(value)}
        allowDeselect={false}
        {...(zIndex !== undefined && { comboboxProps: { zIndex } })}
      />
    )}
    {way === 'password' && <PasswordField label="Ваш пароль" autoComplete="current-password" {...password} />}
    {way === 'totp' && <CodeField {...code} />}
    {way === 'recovery' && (
      <CodeField label={LABELS.recovery} inputMode="text" maxLength={100} placeholder="" {...code} />
    )}
    {way === 'passkey' && <Text c="dimmed">Браузер попросит ключ доступа.</Text>}
  </>
);
