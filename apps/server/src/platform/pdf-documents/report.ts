import type { CentreIdentity } from '../letterhead/letterhead.ts';
import { openDocument, writeFooters, writeHeading } from './document.ts';
import { aboutPatient, writeFacts, writeParagraph } from './facts.ts';
import { INK, QUIET } from './page-style.ts';
import { type ReportPicture, writePicture } from './picture.ts';

export interface ReportFacts {
  /** null for a centre that has entered nothing about itself */
  centre: CentreIdentity | null;
  /** names and addresses of the centre's open locations */
  centres: string[];
  study: {
    id: number;
    /** as it is printed */
    type: string;
    /** the fact that dates the study, with its label */
    date: [label: string, value: string];
    comment: string;
    doctorName: string;
    creatorName: string;
  };
  patient: { name: string; sex: string; birthday: string | null };
  /** null for a volume without a panorama */
  picture: ReportPicture | null;
  /** why a volume has no panorama: a sentence without its full stop */
  noPanorama: string | null;
  /** name of the user who requested the report */
  author: string;
  timeZone: string;
  now: Date;
}

/**
 * The report of one study as a PDF: patient, facts, picture with its scale, comment.
 */
export const writeReport = async (facts: ReportFacts): Promise<Buffer> => {
  const { centre, centres, study, patient, picture, noPanorama, author, timeZone, now } = facts;
  const day = (instant: Date) => instant.toLocaleDateString('ru-RU', { timeZone });
  const time = now.toLocaleTimeString('ru-RU', { timeZone, hour: '2-digit', minute: '2-digit' });
  const title = `Отчёт по исследованию № ${study.id}`;
  const { pdf, close } = openDocument(title, now, { author: centre?.name });

  writeHeading(pdf, centres, title, centre);
  pdf.font('bold').fontSize(17).fillColor(INK).text(patient.name);
  pdf.font('regular').fontSize(10).fillColor(QUIET).moveDown(0.2).text(aboutPatient(patient));
  pdf.moveDown(1);
  writeFacts(pdf, [
    ['Исследование', study.type],
    study.date,
    ['Врач или клиника', study.doctorName],
    ['Кто создал', study.creatorName],
  ]);
  pdf.moveDown(0.6);
  if (picture) writePicture(pdf, picture);
  if (noPanorama !== null) writeParagraph(pdf, 'Панорамы нет', `${noPanorama}.`);
  writeParagraph(pdf, 'Комментарий', study.comment || 'Отсутствует', study.comment ? INK : QUIET);
  writeFooters(pdf, `Отчёт составлен ${day(now)} в ${time}, ${author}. Заключения врача не содержит.`);
  return close();
};
