import type { ReportDraft } from '../queries.ts';

interface AskedQuestion {
  /** who asks */
  label: string;
  question: string;
}

type Asked = Pick<ReportDraft, 'request' | 'referralQuestion' | 'earlierQuestions'>;

/**
 * The questions that the report has to answer, each once: from its request, from the referral, and from the report that it
 * corrects.
 */
export function questionsOf({
  request,
  referralQuestion = '',
  earlierQuestions = [],
}: Asked): AskedQuestion[] {
  const asked = request?.question ?? '';
  const label = request?.byName ? `Вопрос: ${request.byName}` : 'Вопрос';
  const questions = [{ label, question: asked }];
  if (referralQuestion !== asked)
    questions.push({ label: 'Вопрос из направления', question: referralQuestion });
  for (const question of earlierQuestions)
    if (question !== asked && question !== referralQuestion)
      questions.push({ label: 'Вопрос к исправляемому заключению', question });
  return questions.filter(({ question }) => question !== '');
}
