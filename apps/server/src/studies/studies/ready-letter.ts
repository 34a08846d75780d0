import type { Config } from '../../platform/config.ts';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/client.ts';
import { conflict, notFound } from '../../platform/errors.ts';
import { initialsOf } from '../../platform/letters/initials.ts';
import { enqueueLetter, withdrawLettersAbout } from '../../platform/letters/letters.ts';
import { findLetterAbout } from '../../platform/letters/queries.ts';
import { sentences } from '../../platform/sentences.ts';
import type { StudyRow } from './queries.ts';

/** What the letters that a study is ready are about. */
export const aboutStudy = (studyID: number) => `study:${studyID}`;

/** The client whose patient it is, unless her account is off or the study lies in the bin. */
const findReader = (tx: Tx, studyID: number) =>
  tx
    .selectFrom('studies')
    .innerJoin('accounts', 'accounts.id', 'studies.doctorID')
    .select([
      'studies.id',
      'studies.patientID',
      'studies.patientName',
      'studies.type',
      'studies.restored',
      'accounts.name',
      'accounts.email',
    ])
    .where('studies.id', '=', studyID)
    .where('studies.deletedAt', 'is', null)
    .where('accounts.disabledAt', 'is', null)
    .executeTakeFirst();

type Reader = NonNullable<Awaited<ReturnType<typeof findReader>>>;

const write = (tx: Tx, { publicURL }: Config, reader: Reader): Promise<number> => {
  const { id, patientID, patientName, type, name, email } = reader;
  const studyURL = `${publicURL}/doctor-area/patients/${patientID}/studies#study-${id}`;
  const facts = { name, patient: initialsOf(patientName), type, studyURL };
  return enqueueLetter(tx, 'study-ready', email, facts, aboutStudy(id));
};

/** Tells the client that a study can be opened: once. One that comes back from the archive is no news. */
export const enqueueReadyLetter = async (tx: Tx, config: Config, studyID: number): Promise<void> => {
  const reader = await findReader(tx, studyID);
  if (!reader || reader.restored) return;
  if (await findLetterAbout(tx, aboutStudy(studyID))) return;
  await write(tx, config, reader);
};

/** Once more, because somebody asks for it; a letter that still waits is replaced. */
export const resendReadyLetter = ({ db, config }: Context, { id, status }: StudyRow): Promise<void> =>
  db.transaction().execute(async (tx) => {
    if (status !== 'done') throw conflict(sentences.studyNotDone);
    const reader = await findReader(tx, id);
    if (!reader) throw notFound(sentences.noLetter);
    await withdrawLettersAbout(tx, aboutStudy(id));
    await write(tx, config, reader);
  });
