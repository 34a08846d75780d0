import { expect, test } from 'vitest';
import { AUDIT_ACTIONS, describeAction, describeActor } from './history-labels.ts';

test('every action that the server records has a Russian sentence of its own', () => {
  // the compiler checks that each action has a sentence
  const sentences = AUDIT_ACTIONS.map((action) => describeAction(action).sentence);
  expect(sentences.length).toBeGreaterThan(30);
  expect(sentences).not.toContain(describeAction('unknown.action').sentence);
  expect(new Set(sentences).size).toBe(sentences.length);
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
