import type { ReportDraft } from './queries.ts';

interface AskedQuestion {
  /** who asks */
  label: string;
  question: string;
}

/** What the report is to answer: the question of its request, and the one of the referral unless it is the same. */
export function questionsOf({
  request,
  referralQuestion = '',
}: Pick<ReportDraft, 'request' | 'referralQuestion'>): AskedQuestion[] {
  const asked = request?.question ?? '';
  const label = request?.byName ? `Вопрос: ${request.byName}` : 'Вопрос';
  const questions = [{ label, question: asked }];
  if (referralQuestion !== asked)
    questions.push({ label: 'Вопрос из направления', question: referralQuestion });
  return questions.filter(({ question }) => question !== '');
}
