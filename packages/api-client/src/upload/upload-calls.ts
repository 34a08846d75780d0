import { registerBundles } from '@snimok/contract/studies/bundles';
import { confirmUploadPatient } from '@snimok/contract/studies/patient-confirmation';
import {
  completeUpload,
  joinParts,
  partURLs,
  registerFiles,
  startUpload,
} from '@snimok/contract/studies/uploads';
import { type Call, CallProblem } from '../call.ts';
import type { UploadApi, FileSource } from '../transfer/upload-api.ts';
import type { Bundling } from '../compression/bundling.ts';
import { SendProblem } from '../transfer/send-problem.ts';

interface FallbackSentences {
  noAnswer: string;
  later: string;
}

/** The upload API on top of `call`; the environment (browser or Node) adds how bytes are read and sent. */
export function uploadCalls<Source extends FileSource>(
  call: Call,
  {
    bundling,
    holdIfDiffers = true,
    ...own
  }: Pick<UploadApi<Source>, 'put' | 'checksum'> & {
    bundling?: Omit<Bundling<Source>, 'register'>;
    /** files that name another patient than the card are not published without a decision */
    holdIfDiffers?: boolean;
  },
  words: FallbackSentences,
): UploadApi<Source> {
  const withSentence = <T>(answer: Promise<T>): Promise<T> =>
    answer.catch((problem) => rethrowAsSendProblem(problem, words));
  return {
    ...own,
    ...(bundling && {
      bundling: {
        ...bundling,
        register: async (uploadUUID, bundle) => {
          const body = { bundles: [bundle] };
          const [target] = (await withSentence(call(registerBundles, { params: { uploadUUID }, body })))
            .bundles;
          return target!;
        },
      },
    }),
    start: (studyID) => withSentence(call(startUpload, { params: { studyID } })),
    confirm: async (uploadUUID, { people: [first, ...others], reason }) => {
      const person = first ?? { name: null, birthDate: null };
      const body = { ...person, ...(others.length > 0 && { others }), reason };
      await withSentence(call(confirmUploadPatient, { params: { uploadUUID }, body }));
    },
    register: async (uploadUUID, files) =>
      (await withSentence(call(registerFiles, { params: { uploadUUID }, body: { files } }))).files,
    partURL: async (uploadUUID, filename, part) => {
      const body = { filename, parts: [part] };
      const [address] = (await withSentence(call(partURLs, { params: { uploadUUID }, body }))).parts;
      if (!address) throw new Error(`the response has no URL for part ${part.number} of ${filename}`);
      return address;
    },
    joinParts: (uploadUUID, filename, checksums) =>
      withSentence(call(joinParts, { params: { uploadUUID }, body: { filename, checksums } })),
    complete: (uploadUUID, finalFiles, ifRepeated) => {
      const body = { finalFiles, holdIfDiffers, ifRepeated };
      return withSentence(call(completeUpload, { params: { uploadUUID }, body }));
    },
  };
}

function rethrowAsSendProblem(problem: unknown, { noAnswer, later }: FallbackSentences): never {
  if (!(problem instanceof CallProblem)) throw problem;
  const { status, error, retryAfterSeconds } = problem;
  const sentence = error ?? (status === undefined ? noAnswer : later);
  throw new SendProblem(sentence, status ?? null, retryAfterSeconds ?? null);
}
