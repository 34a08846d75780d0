import { expect, test } from 'vitest';
import { singleSignOnSettings } from './single-sign-on-settings.ts';

const groupsOf = (text: string) =>
  Object.fromEntries(singleSignOnSettings.OIDC_GROUPS.parse(text) as Map<string, string[]>);

test('if OIDC_GROUPS does not mention report-writing, the right reports includes it', () => {
  expect(groupsOf('xray:studies+reports,office:booking')).toEqual({
    xray: ['studies', 'reports', 'report-writing'],
    office: ['booking'],
  });
});

test('if OIDC_GROUPS mentions report-writing, the rights reports and report-writing are separate', () => {
  expect(groupsOf('xray:studies+reports,radiologists:studies+report-writing')).toEqual({
    xray: ['studies', 'reports'],
    radiologists: ['studies', 'report-writing'],
  });
  expect(() => groupsOf('xray:studies+nothing')).toThrow('the rights are studies');
});
