import { expect, test } from 'vitest';
import { questionsOf } from './questions.ts';

const REQUEST = {
  requestedAt: '2026-11-27T10:00:00.000Z',
  byName: 'Клиника «Проверка»',
  byClient: true,
  question: 'Есть ли киста у 36?',
};

test('a report shows the questions of its request and of the referral, and an identical question once', () => {
  const referralQuestion = 'Хватает ли кости?';
  const ofRequest = { label: 'Вопрос: Клиника «Проверка»', question: REQUEST.question };
  const ofReferral = { label: 'Вопрос из направления', question: referralQuestion };
  expect(questionsOf({ request: REQUEST, referralQuestion })).toEqual([ofRequest, ofReferral]);
  expect(questionsOf({ request: null, referralQuestion })).toEqual([ofReferral]);
  expect(questionsOf({ request: REQUEST, referralQuestion: REQUEST.question })).toEqual([ofRequest]);
  expect(questionsOf({ request: { ...REQUEST, question: '' }, referralQuestion: '' })).toEqual([]);
  // an earlier version of the server
  expect(questionsOf({ request: REQUEST })).toEqual([ofRequest]);
});

test('a correction shows the questions of the report that it corrects', () => {
  const earlier = { label: 'Вопрос к исправляемому заключению', question: REQUEST.question };
  const asked = { request: null, referralQuestion: 'Хватает ли кости?' };
  expect(
    questionsOf({ ...asked, earlierQuestions: [REQUEST.question, asked.referralQuestion] }).slice(1),
  ).toEqual([earlier]);
  expect(questionsOf({ request: REQUEST, earlierQuestions: [REQUEST.question] })).toHaveLength(1);
});
