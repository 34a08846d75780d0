import { open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Person } from './people.ts';

/** The texts that the author writes. The fields of the template keep their texts. */
export interface PlannedReport {
  conclusion: string;
  findings: { teeth: string[]; text: string }[];
}

/** A study of the demonstration centre whose images have not been uploaded yet. */
export interface StudyToSend {
  studyID: number;
  type: 'rg' | 'cbct';
  seed: number;
  /** Tooth numbers of ISO 3950; undefined in a file of an earlier version. */
  missingTeeth?: readonly number[];
  person: Person;
  /** YYYY-MM-DD and HH:MM on the clock of the machine; undefined in a file of an earlier version */
  takenOn: string;
  takenAt?: string;
  senderID: number;
  /** signed once the images are processed */
  report?: PlannedReport;
}

const fileIn = (dataDir: string) => join(dataDir, 'demo-studies.json');

/** Stored in a file and not in a table, since only the first start of a demonstration needs it. */
export const saveStudiesToSend = async (dataDir: string, studies: StudyToSend[]): Promise<void> => {
  const unfinished = `${fileIn(dataDir)}.new`;
  const file = await open(unfinished, 'w', 0o600);
  await file.writeFile(JSON.stringify(studies));
  await file.sync();
  await file.close();
  await rename(unfinished, fileIn(dataDir));
};

export const readStudiesToSend = async (dataDir: string): Promise<StudyToSend[]> => {
  try {
    return JSON.parse(await readFile(fileIn(dataDir), 'utf8')) as StudyToSend[];
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw cause;
  }
};

export const removeStudiesToSend = (dataDir: string): Promise<void> => rm(fileIn(dataDir), { force: true });
