import { examinedMoment } from '@snimok/contract/studies/examined-at';
import { listWanting } from '../../../people/accounts/account-rows/letter-choices.ts';
import { listDoctorsWhoSee } from '../../../platform/access/audience.ts';
import type { Context } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/db/client.ts';
import { initialsOf } from '../../../platform/letters/initials.ts';
import { enqueueLetter } from '../../../platform/letters/letters.ts';
import { notifyClient } from '../../../platform/notices/notify.ts';
import { notifyOfStudy } from '../../../studies/studies/notify-of-study.ts';
import { presentExaminedAt } from '../../../studies/studies/study-rows/examined-at.ts';
import type { StudyRow } from '../../../studies/studies/study-rows/queries.ts';

/** Informs everybody who sees the study, by letter and otherwise, and queues the messages of webhooks. */
export const notifyOfReport = async (
  tx: Tx,
  { config, clock }: Pick<Context, 'config' | 'clock'>,
  study: StudyRow,
  { number }: { number: number },
): Promise<void> => {
  const { id: studyID, patientID, patientName, type } = study;
  const examined = presentExaminedAt(study);
  const path = `/doctor-area/patients/${patientID}/studies/${studyID}/reports/${number}`;
  const facts = {
    patient: initialsOf(patientName),
    type,
    ...(examined && { examined: examinedMoment(examined) }),
    reportURL: config.publicURL + path,
    isCorrection: number > 1,
  };
  const about = `report:${studyID}`;
  const title = number > 1 ? 'Заключение исправлено' : 'Готово заключение';
  const now = clock.now();
  for (const clientID of await listDoctorsWhoSee(tx, patientID)) {
    for (const { name, email } of await listWanting(tx, clientID, 'reports'))
      await enqueueLetter(tx, 'report-signed', { ofAccount: email }, { name, ...facts }, about);
    await notifyClient(tx, { config, now }, clientID, {
      kind: 'reports',
      about,
      path,
      title,
      body: 'Его можно прочитать и скачать в личном кабинете.',
      line: `${title}: ${initialsOf(patientName)}`,
    });
  }
  await notifyOfStudy(tx, config, { event: 'report.signed', studyID, reportNumber: number, now });
};
