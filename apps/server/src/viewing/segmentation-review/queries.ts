import type { Tx } from '../../platform/db/client.ts';

interface NewClick {
  studyID: number;
  doctorID: number;
  clickedAt: Date;
}

export const insertClick = async (db: Tx, click: NewClick): Promise<void> => {
  await db.insertInto('segmentationClicks').values(click).execute();
};
