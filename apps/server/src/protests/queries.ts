import type { Tx } from '../db/client.ts';

export interface NewProtest {
  studyID: number;
  objectID: string;
  accountID: number;
  reason: string;
  createdAt: Date;
}

export const insertProtest = async (db: Tx, protest: NewProtest): Promise<void> => {
  await db.insertInto('panoProtests').values(protest).execute();
};
