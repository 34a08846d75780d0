import type { ReportDraft } from '../queries.ts';

interface AskedQuestion {
  /** who asks */
  label: string;
  question: string;
}

type Asked = Pick<ReportDraft, 'request' | 'referralQuestion' | 'earlierQuestions'>;

/** What the report is to answer, each question once: of its request, of the referral, and of the report that it corrects. */
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
