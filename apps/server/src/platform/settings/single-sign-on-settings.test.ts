import { expect, test } from 'vitest';
import { singleSignOnSettings } from './single-sign-on-settings.ts';

const groupsOf = (text: string) =>
  Object.fromEntries(singleSignOnSettings.OIDC_GROUPS.parse(text) as Map<string, string[]>);

test('a setting that is older than the right to write reports gives it together with the PDF', () => {
  expect(groupsOf('xray:studies+reports,office:booking')).toEqual({
    xray: ['studies', 'reports', 'report-writing'],
    office: ['booking'],
  });
});

test('a setting that names the right to write reports means each right as it says', () => {
  expect(groupsOf('xray:studies+reports,radiologists:studies+report-writing')).toEqual({
    xray: ['studies', 'reports'],
    radiologists: ['studies', 'report-writing'],
  });
  expect(() => groupsOf('xray:studies+nothing')).toThrow('the rights are studies');
});
