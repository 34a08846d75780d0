import { HEALTH_LINES, HealthLineName } from '@snimok/contract/administration/portal-health';
import { listAdministrators } from '../../people/accounts/account-rows/administrators.ts';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/client.ts';
import { periodicJob } from '../../platform/jobs/jobs.ts';
import { enqueueLetter } from '../../platform/letters/letters.ts';
import { after } from '../../platform/time-and-sizes/clock.ts';
import { DAY_MS, HOUR_MS } from '../../platform/time-and-sizes/duration.ts';
import type { Line } from './facts/line.ts';
import { portalHealth } from './health.ts';
import { deleteProblem, insertProblem, lockProblems, type Problem, updateProblem } from './problems.ts';

/** A shorter problem gets no letter: a worker restarts, a queue is long for a moment. */
const LASTS_MS = 10 * 60_000;
/** A problem counts as solved after this time, so that one that comes and goes gets one letter. */
const SOLVED_AFTER_MS = HOUR_MS;
const REPEAT_MS = 7 * DAY_MS;

/** Informs administrators once of each problem, again after a week, when it has become worse, and when it is solved. */
const report = async (context: Context): Promise<void> => {
  const { db, clock } = context;
  const { lines } = await portalHealth(context);
  const now = clock.now();
  await db.transaction().execute(async (tx) => {
    const known = new Map((await lockProblems(tx)).map((problem) => [problem.line, problem]));
    const bad = lines.filter(({ state, isLettered }) => state !== 'ok' && isLettered);
    const problems: Line[] = [];
    for (const line of bad) if (await isNews(tx, line, known.get(line.line), now)) problems.push(line);
    const names = new Set<string>(bad.map(({ line }) => line));
    const solved: Problem[] = [];
    for (const problem of known.values())
      if (!names.has(problem.line) && (await isSolved(tx, problem, now))) solved.push(problem);
    if (problems.length > 0 || solved.length > 0) await inform(tx, context, problems, solved);
  });
};

/** Records a problem. True if a letter about it is due. */
const isNews = async (
  tx: Tx,
  { line, state }: Line,
  known: Problem | undefined,
  now: Date,
): Promise<boolean> => {
  if (state === 'ok') return false;
  if (!known) {
    await insertProblem(tx, { line, state, since: now });
    return false;
  }
  const isWorse = state === 'problem' && known.letteredState === 'attention';
  const isDue = known.letteredAt === null || isWorse || after(known.letteredAt, REPEAT_MS) <= now;
  const isNew = isDue && after(known.since, LASTS_MS) <= now;
  await updateProblem(tx, line, {
    state,
    solvedSince: null,
    ...(isNew && { letteredAt: now, letteredState: state }),
  });
  return isNew;
};

/** Deletes a problem that is solved. True if a letter about that is due. */
const isSolved = async (tx: Tx, { line, letteredAt, solvedSince }: Problem, now: Date): Promise<boolean> => {
  if (letteredAt !== null && solvedSince === null) await updateProblem(tx, line, { solvedSince: now });
  if (letteredAt !== null && (solvedSince === null || after(solvedSince, SOLVED_AFTER_MS) > now))
    return false;
  await deleteProblem(tx, line);
  return letteredAt !== null;
};

const inform = async (tx: Tx, { config }: Context, lines: Line[], solved: Problem[]): Promise<void> => {
  const problems = lines.map(({ line, summary, advice }) => ({ title: HEALTH_LINES[line], summary, advice }));
  const healthURL = `${config.publicURL}/assistant-area/portal-health`;
  const titles = solved.flatMap(({ line }) => {
    const known = HealthLineName.safeParse(line);
    return known.success ? [HEALTH_LINES[known.data]] : [];
  });
  for (const { name, email } of await listAdministrators(tx))
    await enqueueLetter(
      tx,
      'portal-health',
      { ofAccount: email },
      { name, problems, solved: titles, healthURL },
    );
};

export const reportProblems = periodicJob('report-portal-problems', report);
