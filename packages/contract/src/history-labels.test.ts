import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { describeAction, describeActor } from './history-labels.ts';

/** The members of the server's union type, read as text, because this package may not import the server. */
const actions = (): string[] => {
  const text = readFileSync(
    join(import.meta.dirname, '../../../apps/server/src/platform/audit/record.ts'),
    'utf8',
  );
  const union = /export type AuditAction =([^;]*);/.exec(text)?.[1] ?? '';
  return [...union.matchAll(/'([a-z.-]+)'/g)].map(([, action]) => action ?? '');
};

test('every action that the server records has a Russian sentence of its own', () => {
  const all = actions();
  expect(all.length).toBeGreaterThan(30);
  const { sentence: unknown } = describeAction('unknown.action');
  const sentences = all.map((action) => describeAction(action).sentence);
  expect(all.filter((_, at) => sentences[at] === unknown)).toEqual([]);
  expect(new Set(sentences).size).toBe(all.length);
  for (const sentence of sentences) expect(sentence).toMatch(/^[А-ЯЁ](?:3D|СМС|[а-яё ,-])+$/);
});

test('an action that this version does not list gets a neutral sentence', () => {
  expect(describeAction('study.levitate')).toEqual({ kind: 'other', sentence: 'Другое действие' });
});

test('every kind of actor is described by name and role', () => {
  expect(describeActor({ actorKind: 'assistant', actorName: 'Дарья' })).toBe('Дарья, сотрудник центра');
  expect(describeActor({ actorKind: 'doctor', actorName: 'Белый клык' })).toBe('Белый клык, клиент');
  expect(describeActor({ actorKind: 'account', actorName: 'Дарья' })).toBe('Дарья');
  expect(describeActor({ actorKind: 'share', actorName: null })).toBe('по ссылке');
  expect(describeActor({ actorKind: 'portal', actorName: null })).toBe('портал');
  expect(describeActor({ actorKind: 'command', actorName: null })).toBe('команда администратора');
  expect(describeActor({ actorKind: 'doctor', actorName: null })).toBe('клиент');
  expect(describeActor({ actorKind: 'robot', actorName: null })).toBe('неизвестно кто');
});
