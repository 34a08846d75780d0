import { expect, test } from 'vitest';
import { readConfig } from '../../../platform/settings/config.ts';
import { NO_USAGE, type Usage } from '../../uploads/upload-rows/usage-queries.ts';
import { UploadBudget } from './upload-budget.ts';

const budgetOf = (settings: Record<string, string>, earlier: Partial<Usage> = {}) =>
  new UploadBudget({ config: readConfig(settings) }, { ...NO_USAGE, ...earlier });

test('the parser time of an upload is limited by its own limit and by what is left of the daily limit', () => {
  const budget = budgetOf({ UPLOAD_MAX_CPU: '1m', UPLOAD_DAILY_CPU: '10m' }, { parserMs: 9.5 * 60_000 });
  expect(budget.parserMsLeft).toBe(30_000);
  budget.addParserTime(29_999);
  budget.assertParserTime();
  budget.addParserTime(1);
  expect(() => budget.assertParserTime()).toThrow('С этой учётной записи сегодня');
  const fresh = budgetOf({ UPLOAD_MAX_CPU: '1m', UPLOAD_DAILY_CPU: '10m' });
  fresh.addParserTime(60_000);
  expect(() => fresh.assertParserTime()).toThrow('обрабатываются слишком долго');
});

test('highly compressed ZIPs that are accepted singly are refused together; ordinary scans are not', () => {
  const budget = budgetOf({});
  budget.addZip(96_000, { files: 1, bytes: 96e6 });
  expect(() => budget.addZip(96_000, { files: 1, bytes: 96e6 })).toThrow('неправдоподобно сильно');
  // what was refused is not counted
  expect(budget.used).toMatchObject({ unpackedFiles: 1, unpackedBytes: 96e6 });
  const scans = budgetOf({});
  for (let i = 0; i < 10; i++) scans.addZip(300e6, { files: 800, bytes: 1e9 });
  expect(scans.used).toEqual({ unpackedFiles: 8000, unpackedBytes: 10e9, parserMs: 0 });
});
