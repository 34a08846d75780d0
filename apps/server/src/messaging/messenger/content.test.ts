import { sendChatMessage } from '@snimok/contract/messaging/messenger';
import { ofCentre, ofDoctor } from '@snimok/contract/messaging/messenger-attachments';
import { expect, test } from 'vitest';
import type { TestClient } from '../../testing/requests-and-waiting/client.ts';
import { refusal, responseOf } from '../../testing/requests-and-waiting/contract.ts';
import { during, lockPatientRow } from '../../testing/portal/locks.ts';
import { attach, pdf } from './attachments/attachments.fixture.ts';
import { answer, CHAT, chatOf, dialogOf, DIALOGS, startMessenger, write } from './messenger.fixture.ts';

const NOT_VISIBLE = [404, 'Исследование или пациент не найдены, или их видит только одна сторона переписки'];

const readCard = async (doctor: TestClient, messageID: number) =>
  responseOf(ofDoctor.getCard, await doctor.get(`${CHAT}/${messageID}/card`)).card;

test('a message can refer to a study that both sides see, and later shows it only to readers who still see it', async () => {
  const { centre, doctor, clinic, as, make, context } = await startMessenger();
  const patient = await make.patient({ doctor: clinic, name: 'Зюзюкина Аглая' });
  const { studyID } = await make.study({ patient, type: 'cbct' });
  const foreign = await make.study();
  const card = { studyID };
  const send = { text: 'Исследование', withoutText: true, card };
  for (const other of [
    { studyID: foreign.studyID },
    { patientID: foreign.patientID },
    { studyID: 1_000_000 },
  ]) {
    expect(refusal(await doctor.post(`${CHAT}/send`, { ...send, card: other }))).toEqual(NOT_VISIBLE);
    expect(refusal(await centre.post(`${dialogOf(clinic)}/send`, { ...send, card: other }))).toEqual(
      NOT_VISIBLE,
    );
  }
  const { messageID } = (await doctor.post(`${CHAT}/send`, send)).body as { messageID: number };
  const stored = await context.db.selectFrom('messages').selectAll().executeTakeFirstOrThrow();
  expect(stored).toMatchObject({ card: 'study', studyID, patientID: null });
  expect(JSON.stringify(stored)).not.toContain('Зюзюкина');
  expect((await chatOf(doctor))[0]).toMatchObject({ card: 'study' });
  const expected = {
    patientID: patient.patientID,
    doctorID: clinic.id,
    patientName: 'Зюзюкина Аглая',
    study: { studyID, type: 'cbct', createdAt: expect.any(String), examinedAt: null },
  };
  expect(await readCard(doctor, messageID)).toEqual(expected);
  const ofAssistant = `${dialogOf(clinic)}/${messageID}/card`;
  expect(responseOf(ofCentre.getCard, await centre.get(ofAssistant)).card).toEqual(expected);
  const otherDoctor = await as(await make.doctor());
  expect((await otherDoctor.get(`${CHAT}/${messageID}/card`)).status).toBe(404);

  // the assistant loses the right to studies, and then the study is deleted
  await context.db
    .updateTable('accounts')
    .set({ rights: ['messenger'] })
    .where('role', '=', 'assistant')
    .execute();
  expect(responseOf(ofCentre.getCard, await centre.get(ofAssistant)).card).toBeNull();
  await context.db.updateTable('studies').set({ deletedAt: new Date() }).where('id', '=', studyID).execute();
  expect(await readCard(doctor, messageID)).toBeNull();
});

test('a message with a card waits for a change of its patient before it locks the dialog', async () => {
  const { doctor, clinic, make, context } = await startMessenger();
  const { studyID, patientID } = await make.study({ doctor: clinic });
  await write(doctor, 'Добрый день');
  for (const card of [{ studyID }, { patientID }]) {
    const reply = await during(context, {
      hold: (tx) => lockPatientRow(tx, patientID),
      request: () => doctor.post(`${CHAT}/send`, { text: 'Карточка', card }),
      change: (tx) => tx.selectFrom('dialogs').select('doctorID').forUpdate().noWait().execute(),
    });
    expect(reply.status).toBe(201);
  }
});

test('the card of a merged patient shows the card that was kept, also after the merged one was purged', async () => {
  const { doctor, clinic, make, context } = await startMessenger();
  const merged = await make.patient({ doctor: clinic, name: 'Петрова Анна' });
  const kept = await make.patient({ doctor: clinic, name: 'Петрова Анна Ивановна' });
  const { body } = await doctor.post(`${CHAT}/send`, {
    text: 'Карточка пациента',
    withoutText: true,
    card: { patientID: merged.patientID },
  });
  const { messageID } = body as { messageID: number };
  expect(await readCard(doctor, messageID)).toMatchObject({ patientName: 'Петрова Анна', study: null });
  await context.db
    .insertInto('mergedPatients')
    .values({ patientID: merged.patientID, keptID: kept.patientID })
    .execute();
  await context.db
    .updateTable('patients')
    .set({ deletedAt: new Date() })
    .where('id', '=', merged.patientID)
    .execute();
  const expected = { patientID: kept.patientID, patientName: 'Петрова Анна Ивановна' };
  expect(await readCard(doctor, messageID)).toMatchObject(expected);
  // as when the bin is emptied
  await context.db.deleteFrom('patients').where('id', '=', merged.patientID).execute();
  expect(await readCard(doctor, messageID)).toMatchObject(expected);
});

test('a message can refer to the studies that both sides see, which are found by a part of the patient’s name', async () => {
  const { centre, doctor, clinic, make } = await startMessenger();
  const patient = await make.patient({ doctor: clinic, name: 'Ёжикова Мария' });
  const own = await make.study({ patient });
  await make.study();
  const choices = async (query = '') => [
    responseOf(ofDoctor.listCardChoices, await doctor.get(`/doctor/messenger/card-choices${query}`)).cards,
    responseOf(ofCentre.listCardChoices, await centre.get(`${DIALOGS}/${clinic.id}/card-choices${query}`))
      .cards,
  ];
  for (const cards of [...(await choices()), ...(await choices(`?query=${encodeURIComponent('ежик')}`))])
    expect(cards.map(({ study }) => study?.studyID)).toEqual([own.studyID]);
  for (const cards of await choices(`?query=${encodeURIComponent('Сидоров')}`)) expect(cards).toEqual([]);
});

test('a search finds the messages and files of the own dialog that contain all words, newest first', async () => {
  const { address, centre, doctor, clinic, as, make } = await startMessenger();
  const other = await make.doctor();
  const first = await write(doctor, 'Ёлкин: пришлите снимок 3.6');
  await write(await as(other), 'Ёлкин, снимок');
  const second = await answer(centre, clinic, 'Снимок Елкина готов, 100%');
  await write(doctor, 'Спасибо');
  const find = async (query: string) => {
    const path = `?query=${encodeURIComponent(query)}`;
    const { messageIDs } = responseOf(
      ofDoctor.searchMessages,
      await doctor.get(`/doctor/messenger/search${path}`),
    );
    const ofAssistant = await centre.get(`${DIALOGS}/${clinic.id}/search${path}`);
    expect(responseOf(ofCentre.searchMessages, ofAssistant).messageIDs).toEqual(messageIDs);
    return messageIDs;
  };
  expect(await find('снимок ёлк')).toEqual([second.messageID, first.messageID]);
  expect(await find('пришлите СНИМ')).toEqual([first.messageID]);
  expect(await find('готов спасибо')).toEqual([]);
  expect(await find('%')).toEqual([]);
  const { attachmentUUID } = await attach(address, doctor, { bytes: pdf(), filename: 'Договор 17.pdf' });
  const body = { text: 'Посмотрите, пожалуйста', attachments: [attachmentUUID] };
  const { messageID } = responseOf(sendChatMessage, await doctor.post(`${CHAT}/send`, body));
  expect(await find('договор')).toEqual([messageID]);
  expect(await find('посмотрите договор')).toEqual([messageID]);
});
