import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

test('a public demonstration refuses settings that name another system or keep data elsewhere', () => {
  for (const [name, value] of [
    ['DATABASE_URL', 'postgres://db'],
    ['STORAGE_URL', 'file:/srv/storage'],
    ['MAIL_URL', 'smtp://mail'],
    ['BACKUP_FOLDER', '/mnt/backup'],
    ['FIRST_START', 'browser'],
    ['SMS_URL', 'https://gateway.example/{to}/{text}'],
  ] as const)
    expect(() => readConfig({ DEMO: 'public', [name]: value }), name).toThrow(
      `Setting ${name}: a public demonstration (DEMO=public) has none`,
    );
});

test('a public demonstration has small limits, which settings override', () => {
  expect(readConfig({ DEMO: 'public' })).toMatchObject({ publicDemo: true, demo: true, mfa: 'off' });
  const limit = (settings: Record<string, string>) => readConfig(settings).uploadLimits.sentBytes;
  expect(limit({ DEMO: 'public' })).toBe(300_000_000);
  expect(limit({ DEMO: 'public', UPLOAD_MAX_BYTES: '1GB' })).toBe(1_000_000_000);
  expect(limit({ DEMO: 'on' })).toBe(20_000_000_000);
});
