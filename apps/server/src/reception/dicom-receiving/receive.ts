import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { accountOf } from '../../platform/access/actor.ts';
import type { Caller } from '../../platform/audit/record.ts';
import type { Context } from '../../platform/context.ts';
import { Problem } from '../../platform/errors/errors.ts';
import { FAILURE, type Outcome } from './failures.ts';
import { fileStudy } from './file-study.ts';
import { BrokenMultipart, readParts } from './multipart-related.ts';
import { type Instance, openInstanceReader } from './read-instance.ts';
import { openStaging, type Staging } from './staging.ts';
import { workingFolder } from './working-folder.ts';

/** One store request. */
interface StoreRequest {
  caller: Caller;
  body: AsyncIterable<Uint8Array>;
  boundary: string;
  /** the study in the path of the request, to which all instances have to belong */
  studyInstanceUID: string | null;
  signal: AbortSignal;
  /** throws if the caller has lost its right while the body was received */
  assertRight(): Promise<void>;
}

/** What all store requests of a process share: the parser processes, and the folder for what is being received. */
export const openReceiver = (context: Context) => {
  const reader = openInstanceReader(context);
  const folder = workingFolder(context, 'stow');
  const cleaned = folder
    .clean()
    .catch((cause) =>
      context.log.warn({ err: cause }, 'could not delete the unfinished STOW-RS requests of the last run'),
    );

  const readAll = async (request: StoreRequest, staging: Staging): Promise<Part[]> => {
    const parts: Part[] = [];
    for await (const { body } of readParts(request.body, request.boundary)) {
      const file = await staging.write(body);
      parts.push(checkStudy(await reader.read(file, request.signal), request.studyInstanceUID));
    }
    if (parts.length === 0) throw new BrokenMultipart('no parts');
    return parts;
  };

  return {
    /**
     * Stores the instances of a request. Nothing is stored before the whole body has arrived.
     * @throws BrokenMultipart; Problem if a limit is exceeded before anything is stored
     */
    async store(request: StoreRequest): Promise<Outcome[]> {
      await cleaned;
      // a parser process sees the files of one sender only
      const { who } = request.caller;
      const ofSender = join(folder.path, `${who.kind}-${'grantID' in who ? who.grantID : accountOf(who)}`);
      await mkdir(ofSender, { recursive: true, mode: 0o700 });
      const staging = openStaging(context, ofSender);
      try {
        const parts = await readAll(request, staging);
        await request.assertRight();
        return await fileAll(context, request.caller, parts);
      } finally {
        await staging.release();
      }
    },
    async close(): Promise<void> {
      reader.close();
      await rm(folder.path, { recursive: true, force: true });
    },
  };
};

/** One part of a request: an instance to be stored, or the reason why it is refused. */
type Part = { instance: Instance } | { refused: Outcome };

const checkStudy = (instance: Instance | null, studyInstanceUID: string | null): Part => {
  if (!instance) return { refused: { instance: null, failure: FAILURE.cannotUnderstand } };
  if (studyInstanceUID === null || instance.studyInstanceUID === studyInstanceUID) return { instance };
  return { refused: { instance, failure: FAILURE.otherStudy } };
};

/**
 * Groups the instances by their DICOM study. Instances that name no patient form groups of their own: the UID alone does not
 * prove that their patient is the one whom the other instances name. These groups come last, so that they, and not the
 * instances with a name, become the further study.
 */
const studiesIn = (instances: Instance[]): [studyInstanceUID: string, Instance[]][] =>
  [true, false].flatMap((isNamed) => {
    const ofKind = instances.filter(({ patient }) => (patient.name !== null) === isNamed);
    return [...Map.groupBy(ofKind, ({ studyInstanceUID }) => studyInstanceUID)];
  });

/** Files each DICOM study separately. */
const fileAll = async (context: Context, caller: Caller, parts: Part[]): Promise<Outcome[]> => {
  const outcomes = parts.flatMap((part) => ('refused' in part ? [part.refused] : []));
  const instances = parts.flatMap((part) => ('instance' in part ? [part.instance] : []));
  let anyStored = false;
  for (const [uid, study] of studiesIn(instances)) {
    try {
      outcomes.push(...(await fileStudy(context, caller, uid, study)));
      anyStored = true;
    } catch (cause) {
      // the whole request is refused if nothing has been stored yet
      if (!anyStored || !(cause instanceof Problem)) throw cause;
      outcomes.push(...study.map((instance) => ({ instance, failure: FAILURE.outOfResources })));
    }
  }
  return outcomes;
};
