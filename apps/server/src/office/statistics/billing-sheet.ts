import type { Actor } from '../../platform/access/actor.ts';
import type { Db } from '../../platform/db/client.ts';
import { studyTypeLabel } from '../../platform/study-type-label.ts';
import type { Cell, Sheet } from '../exports/sheet.ts';
import type { Period } from '../../studies/studies/period.ts';
import { listBilled } from './queries.ts';

const PAGE_ROWS = 500;

interface Billed {
  period: Period;
  /** YYYY-MM */
  month: string;
  doctorID?: number | undefined;
}

/** The studies that were first published in the month, by client. */
export const billingSheet = (db: Db, who: Actor, { month, ...of }: Billed): Sheet => ({
  title: `Исследования за ${month.slice(5)}.${month.slice(0, 4)}`,
  columns: [
    { label: 'Клиент', width: 40 },
    { label: 'Создано', width: 18 },
    { label: 'Готово', width: 18 },
    { label: 'Пациент', width: 40 },
    { label: 'Исследование', width: 16 },
    { label: 'Номер', width: 10 },
  ],
  pages: pagesOfBilled(db, who, of),
});

async function* pagesOfBilled(db: Db, who: Actor, of: Omit<Billed, 'month'>): AsyncGenerator<Cell[][]> {
  let after: { doctorName: string; doctorID: number; publishedID: number } | undefined;
  for (;;) {
    const rows: Awaited<ReturnType<typeof listBilled>> = await listBilled(db, who, {
      ...of,
      ...(after && { after }),
      limit: PAGE_ROWS,
    });
    yield rows.map((row) => [
      row.doctorName,
      { instant: row.createdAt },
      { instant: row.publishedAt },
      row.patientName,
      studyTypeLabel(row.type),
      row.studyID,
    ]);
    after = rows.at(-1);
    if (!after || rows.length < PAGE_ROWS) return;
  }
}
