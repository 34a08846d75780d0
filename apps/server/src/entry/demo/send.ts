import { fork } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { endSession, openSession } from '../../people/accounts/sessions/sessions.ts';
import type { Context } from '../../platform/context.ts';
import { SESSION_COOKIE } from '../../platform/http/openapi/cookie.ts';
import { openCalls } from './call.ts';
import type { Order } from './sender.ts';
import { signPlannedReport } from './sign-report.ts';
import { removeStudiesToSend, saveStudiesToSend, type StudyToSend, readStudiesToSend } from './to-send.ts';

/**
 * Uploads the images of the demonstration's studies one after another, with the requests that an assistant's browser would
 * send. A child process computes the images, since this takes seconds. After an interruption the next start continues.
 */
const sendDemoStudies = async (context: Context, address: string, signal: AbortSignal): Promise<void> => {
  const { config, log } = context;
  let waiting = await readStudiesToSend(config.dataDir);
  while (waiting.length > 0 && !signal.aborted) {
    const [next, ...rest] = waiting;
    if (next && !(await isSent(context, next))) await sendOne(context, address, next, signal);
    if (next?.report) await signReport(context, address, next, signal);
    if (signal.aborted) return;
    await saveStudiesToSend(config.dataDir, rest);
    waiting = rest;
  }
  await removeStudiesToSend(config.dataDir);
  log.debug('demonstration studies uploaded');
};

/** Uploads them in the background. A failure does not stop the portal: it is logged, and the next start tries again. */
export const sendDemoStudiesLater = (
  { context, stopping }: { context: Context; stopping: AbortSignal },
  address: string,
): void => {
  sendDemoStudies(context, address, stopping).catch((cause) => {
    if (!stopping.aborted)
      context.log.error({ err: cause }, 'the demonstration studies could not be uploaded');
  });
};

const isSent = async ({ db }: Context, { studyID }: StudyToSend): Promise<boolean> => {
  const study = await db
    .selectFrom('studies')
    .leftJoin('uploads', 'uploads.studyID', 'studies.id')
    .select(['studies.status', 'uploads.status as uploadStatus'])
    .where('studies.id', '=', studyID)
    .where('studies.deletedAt', 'is', null)
    .executeTakeFirst();
  return (
    study === undefined || study.status !== 'in-work' || (study.uploadStatus ?? 'uploading') !== 'uploading'
  );
};

/** The interval at which the portal is asked whether the images are processed, which takes seconds. */
const ASK_EVERY_MS = 2000;

const signReport = async (context: Context, address: string, study: StudyToSend, signal: AbortSignal) => {
  // opens a new session for each attempt, because a signature requires a sign-in within the last ten minutes
  const attempt = () =>
    withSession(context, study.senderID, (cookie) => signPlannedReport(openCalls(address, cookie), study));
  while (!signal.aborted && (await attempt()) === 'later')
    await setTimeout(ASK_EVERY_MS, undefined, { signal }).catch((reason: unknown) => {
      // thrown when the portal stops; the next start continues
      if (!signal.aborted) throw reason;
    });
};

const sendOne = (context: Context, address: string, study: StudyToSend, signal: AbortSignal) =>
  withSession(context, study.senderID, (cookie) => runSender({ address, cookie, study }, signal));

/** Signs the account in while `work` runs. */
const withSession = async <Result>(
  context: Context,
  accountID: number,
  work: (cookie: string) => Promise<Result>,
): Promise<Result> => {
  const session = await openSession(context, accountID);
  try {
    return await work(`${SESSION_COOKIE}=${session.token}`);
  } finally {
    await endSession(context.db, session.tokenHash);
  }
};

const runSender = (order: Order, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const child = fork(join(import.meta.dirname, 'sender.ts'), [], {
      env: { PATH: process.env.PATH ?? '' },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    const stop = () => child.kill();
    signal.addEventListener('abort', stop);
    child.on('error', reject);
    child.on('exit', (code) => {
      signal.removeEventListener('abort', stop);
      if (code === 0 || signal.aborted) resolve();
      else
        reject(
          new Error(
            `The images of demonstration study ${order.study.studyID} were not uploaded: exit code ${code}`,
          ),
        );
    });
    child.send(order);
  });
