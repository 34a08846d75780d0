import { completeUpload, joinParts, partURLs, registerFiles, startUpload } from '@snimok/contract/uploads';
import { type Call, CallProblem } from './call.ts';
import type { Portal, Sized } from './portal.ts';
import { SendProblem } from './problem.ts';

interface Words {
  noAnswer: string;
  later: string;
}

/** The calls of an upload as the portal answers them; how bytes are read and travel, each side knows by itself. */
export function portalCalls<Source extends Sized>(
  call: Call,
  own: Pick<Portal<Source>, 'put' | 'checksum'>,
  words: Words,
): Portal<Source> {
  const told = <T>(answer: Promise<T>): Promise<T> => answer.catch((problem) => retold(problem, words));
  return {
    ...own,
    start: (studyID) => told(call(startUpload, { params: { studyID } })),
    register: async (uploadUUID, files) =>
      (await told(call(registerFiles, { params: { uploadUUID }, body: { files } }))).files,
    partURL: async (uploadUUID, filename, part) => {
      const body = { filename, parts: [part] };
      const [address] = (await told(call(partURLs, { params: { uploadUUID }, body }))).parts;
      if (!address) throw new Error(`the answer has no address for part ${part.number} of ${filename}`);
      return address;
    },
    joinParts: (uploadUUID, filename, checksums) =>
      told(call(joinParts, { params: { uploadUUID }, body: { filename, checksums } })),
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
