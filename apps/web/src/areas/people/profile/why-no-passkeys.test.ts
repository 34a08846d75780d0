import { expect, test } from 'vitest';
import { whyNoPasskeys } from './why-no-passkeys.ts';

const offered = { passkeyHost: 'portal.test', hostname: 'portal.test', isSecure: true, hasPasskeys: true };

test('the profile says why a page offers no passkeys', () => {
  expect(whyNoPasskeys(offered)).toBeNull();
  expect(whyNoPasskeys({ ...offered, passkeyHost: undefined })).toBeNull();
  expect(whyNoPasskeys({ ...offered, passkeyHost: null })).toContain('состоит из чисел');
  const loopback = { ...offered, passkeyHost: 'localhost', hostname: '127.0.0.1' };
  expect(whyNoPasskeys(loopback)).toContain('по адресу localhost');
  expect(whyNoPasskeys({ ...offered, isSecure: false })).toContain('https');
  expect(whyNoPasskeys({ ...offered, hasPasskeys: false })).toContain('в другом браузере');
});
