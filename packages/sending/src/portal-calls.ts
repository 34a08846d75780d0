import { completeUpload, registerFiles, startUpload } from '@snimok/contract/uploads';
import { type Call, CallProblem } from './call.ts';
import type { Portal, Sized } from './portal.ts';
import { SendProblem } from './problem.ts';

interface Words {
  noAnswer: string;
  later: string;
}

/** The calls of an upload as the portal answers them; how bytes travel, each side knows by itself. */
export function portalCalls<Source extends Sized>(
  call: Call,
  put: Portal<Source>['put'],
  words: Words,
): Portal<Source> {
  const told = <T>(answer: Promise<T>): Promise<T> => answer.catch((problem) => retold(problem, words));
  return {
    put,
    start: (studyID) => told(call(startUpload, { params: { studyID } })),
    register: async (uploadUUID, files) =>
      (await told(call(registerFiles, { params: { uploadUUID }, body: { files } }))).files,
    complete: (uploadUUID, finalFiles) =>
      told(call(completeUpload, { params: { uploadUUID }, body: { finalFiles } })),
  };
}

function retold(problem: unknown, { noAnswer, later }: Words): never {
  if (!(problem instanceof CallProblem)) throw problem;
  const { status, error, retryAfterSeconds } = problem;
  const sentence = error ?? (status === undefined ? noAnswer : later);
  throw new SendProblem(sentence, status ?? null, retryAfterSeconds ?? null);
}
