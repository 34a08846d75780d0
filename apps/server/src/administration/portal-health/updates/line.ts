import type { Context } from '../../../platform/context.ts';
import { after } from '../../../platform/time-and-sizes/clock.ts';
import { DAY_MS } from '../../../platform/time-and-sizes/duration.ts';
import { momentOf } from '../../../platform/time-and-sizes/moment.ts';
import { type Line, lineOf } from '../facts/line.ts';
import { reasonSentences, updateSentences } from './sentences.ts';
import type { UpdateState } from './state.ts';

/** No letter is sent about a server that is unreachable for less time. */
const UNREADABLE_MS = 2 * DAY_MS;

type Result = NonNullable<UpdateState['result']>;

const WHAT_NOW: Partial<Record<Result['outcome'], string>> = {
  refused: updateSentences.goesOn,
  kept: updateSentences.goesOn,
  unstarted: updateSentences.goesOn,
  returned: updateSentences.returned,
  stopped: updateSentences.returns,
};

/** How an update ended, in sentences. */
export const describeResult = ({ config }: Pick<Context, 'config'>, result: Result): string => {
  const { outcome, reason, version, endedAt } = result;
  const at = momentOf(endedAt, config.timeZone);
  if (outcome === 'done') return updateSentences.done(version ?? '', at);
  if (outcome === 'unrecorded') return reasonSentences.record;
  const why = outcome === 'unstarted' ? reasonSentences.unstarted : reasonSentences[reason ?? 'other'];
  return `${updateSentences.failed(version, at)} ${why} ${WHAT_NOW[outcome] ?? ''}`.trimEnd();
};

/** A failed update is reported as long as its version is the one to install. */
const failedResult = ({ result, offered }: UpdateState): Result | null =>
  result && result.outcome !== 'done' && result.version !== null && result.version === offered
    ? result
    : null;

/** What the last look found at the source. */
const ofSource = (context: Context, state: UpdateState, version: string): Line => {
  const { offered, problem, problemSince, lookedAt } = state;
  const { config, clock } = context;
  const installed = updateSentences.installed(version);
  if (lookedAt === null) return lineOf('update', { summary: [installed, updateSentences.notLooked] });
  const at = momentOf(lookedAt, config.timeZone);
  if (problem === 'unreadable')
    return lineOf('update', {
      state: 'attention',
      summary: [installed, updateSentences.looked(at), reasonSentences.unreadable],
      advice: updateSentences.checkSource,
      isLettered: problemSince !== null && after(problemSince, UNREADABLE_MS) <= clock.now(),
    });
  if (problem)
    return lineOf('update', {
      state: 'attention',
      summary: [installed, updateSentences.looked(at), reasonSentences[problem]],
      advice: problem === 'signature' ? updateSentences.askVendor : updateSentences.checkSource,
    });
  if (offered === null) return lineOf('update', { summary: [installed, updateSentences.newest(at)] });
  const { dueAt, dueVersion } = state;
  if (dueAt && dueVersion)
    return lineOf('update', {
      summary: [installed, updateSentences.scheduled(dueVersion, momentOf(dueAt, config.timeZone))],
    });
  const hasFolder = config.scheduledBackups.folder !== undefined;
  return lineOf('update', {
    state: 'attention',
    summary: [installed, updateSentences.offered(offered, at)],
    advice: hasFolder ? updateSentences.update : updateSentences.setFolder,
  });
};

export const updateLine = (context: Context, state: UpdateState): Line => {
  const { config } = context;
  const { installation, source, step, target, result } = state;
  if (!installation)
    return lineOf('update', {
      summary: [config.publicDemo ? updateSentences.demo : updateSentences.notPackage],
    });
  const installed = updateSentences.installed(installation.version);
  // the new version answers before the update ends
  const isNew = target === installation.version;
  if (step !== null)
    return lineOf('update', {
      summary: [installed, isNew ? updateSentences.ends : updateSentences.runs(target)],
    });
  if (result?.outcome === 'unrecorded')
    return lineOf('update', {
      state: 'attention',
      summary: [installed, reasonSentences.record],
      advice: updateSentences.complete,
    });
  if (source === undefined) return lineOf('update', { summary: [installed, updateSentences.noSource] });
  const failed = failedResult(state);
  if (!failed || state.dueAt) return ofSource(context, state, installation.version);
  return lineOf('update', {
    state: 'problem',
    summary: [installed, describeResult(context, failed)],
    advice: updateSentences.seeJournal,
  });
};
