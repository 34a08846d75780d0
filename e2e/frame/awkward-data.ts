import { join } from 'node:path';
import type { AssistantAPI } from '../portal/assistant-api.ts';
import { writePanoramic, writeSeries } from '../portal/files.ts';
import type { Mailbox } from '../portal/mailbox.ts';
import { newPerson, type Page } from '../pages/test.ts';

export const CLINIC =
  'Амбулатория «Архангельско-Константинопольская стоматологическая» на Ленинградском проспекте';
/** Patients with long names and one with a short name. */
export const NAMES = [
  'Константинопольская-Преображенская Александра Вячеславовна',
  'Абрикосов-Железнобетоновский Христофор Бонифатьевич',
  'Староконстантиновский Мстислав Святополкович',
  'Ли Юн',
] as const;
export const COMMENT =
  'Планируется имплантация в области 3.6, 3.7. Просим обратить внимание на нижнечелюстной канал, ' +
  'прежний снимок: https://clinic.test/patients/konstantinopolskaya-preobrazhenskaya/studies/2026-11-20/orthopantomogram';

export const longPerson = (name: string) => {
  const person = newPerson(name);
  return { ...person, email: `konstantinopolskaya.preobrazhenskaya.${person.email}` };
};

/** A client with patients of awkward names and studies in all states. */
export const createAwkwardData = async (api: AssistantAPI, mailbox: Mailbox, folder: string) => {
  const client = await api.createClient(longPerson(CLINIC), mailbox);
  await api.setFeatures(client, ['remote-viewer', 'schedule']);
  const many = await api.createPatient(client.doctorID, NAMES[0]);
  const double = await api.createPatient(client.doctorID, NAMES[1]);
  const long = await api.createPatient(client.doctorID, NAMES[2]);
  const short = await api.createPatient(client.doctorID, NAMES[3]);
  const rg = await writePanoramic(join(folder, 'ОПТГ'));
  const cbct = await writeSeries(join(folder, 'КТ'), { slices: 80, side: 140 });
  await api.createDoneStudy(double, 'rg', rg, COMMENT);
  await api.createDoneStudy(many, 'rg', rg, ARCHIVED);
  await api.createDoneStudy(many, 'cbct', cbct, COMMENT);
  await api.createStudy(many, 'cbct', COMMENT);
  await api.uploadFiles(await api.createStudy(long, 'rg', COMMENT), rg);
  return { client, many, double, long, short, rg };
};

/** Studies with this comment are shown as archived, because the portal archives studies only after a year. */
const ARCHIVED = 'Снимок в архиве';
export const showArchived = (page: Page, status: 'archived' | 'need-restore') =>
  page.route(/\/api\/1\/(assistant|doctor)\/.*studies(\?|$)/, async (route) => {
    if (route.request().method() !== 'GET') return route.fallback();
    const response = await route.fetch();
    if (!response.ok()) return route.fulfill({ response });
    const body = await response.json();
    for (const study of body.studies) if (study.comment === ARCHIVED) study.status = status;
    return route.fulfill({ response, json: body });
  });
