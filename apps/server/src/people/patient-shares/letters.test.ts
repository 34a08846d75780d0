import { getPatientAccessRequest, listPatientShares } from '@snimok/contract/people/patient-shares';
import { expect, test } from 'vitest';
import { deliverLetter } from '../../platform/letters/send.ts';
import { MessageRefusal } from '../../platform/outside/message-refusal.ts';
import { responseOf, refusal } from '../../testing/requests-and-waiting/contract.ts';
import { startServer } from '../../testing/portal/server.ts';

/** A patient, the owner and a colleague. Letters are only sent when the test calls `post`. */
const setUp = async () => {
  const server = await startServer();
  const { as, make, context, outbox } = server;
  const owner = await make.doctor({ name: 'Анна' });
  const colleague = await make.doctor({ name: 'Борис' });
  const { patientID } = await make.patient({ doctor: owner });
  const shares = `/doctor/patients/${patientID}/shares`;
  const letters = () => context.db.selectFrom('letters').selectAll().orderBy('id').execute();
  const post = async () => {
    for (const { id } of await letters()) await deliverLetter(context, { letterID: id });
  };
  const refuse = () => {
    context.mail = {
      send: async ({ to }) =>
        Promise.reject(new MessageRefusal(`550 <${to}> is not here`, { isPermanent: true })),
      close() {},
    };
  };
  const accept = () => {
    context.mail = { send: async (letter) => void outbox.push(letter), close() {} };
  };
  const ownersPortal = await as(owner);
  const colleaguesPortal = await as(colleague);
  const people = { owner: ownersPortal, colleague: colleaguesPortal, account: colleague };
  return { ...server, ...people, shares, letters, post, refuse, accept };
};

test('a doctor sees the state of the letter to a colleague, without the mail server’s text, which has the address', async () => {
  const { owner, account, shares, post, refuse, accept, outbox, letters } = await setUp();
  const state = async () => responseOf(listPatientShares, await owner.get(shares)).doctors[0]?.letter;
  await owner.post(shares, { shareDoctorEmail: account.email });
  expect(await state()).toMatchObject({ status: 'waiting' });
  refuse();
  await post();
  expect(await state()).toMatchObject({ status: 'failed', error: null });
  expect((await owner.post(`${shares}/${account.id}/mail`)).status).toBe(204);
  accept();
  await post();
  expect(await state()).toMatchObject({ status: 'sent' });
  expect(outbox).toMatchObject([{ to: account.email, subject: 'Вам открыли доступ к пациенту' }]);
  expect(await letters()).toHaveLength(1);
});

test('deleting a share deletes its unsent letter, and the letter cannot be sent again', async () => {
  const { owner, account, shares, letters } = await setUp();
  await owner.post(shares, { shareDoctorEmail: account.email });
  await owner.delete(`${shares}/${account.id}`);
  expect(await letters()).toEqual([]);
  expect(refusal(await owner.post(`${shares}/${account.id}/mail`))).toEqual([404, 'Врач не найден']);
});

test('a requester sees the state of the letter to the owner, and may repeat the request at once if it failed', async () => {
  const { owner, colleague, account, shares, post, refuse, accept, outbox } = await setUp();
  const requestAccess = async () => (await colleague.post(`${shares}/request`)).status;
  const ownRequest = async () =>
    responseOf(getPatientAccessRequest, await colleague.get(`${shares}/request`)).request;
  expect(await ownRequest()).toBeNull();
  expect(await requestAccess()).toBe(204);
  expect(await ownRequest()).toMatchObject({ declined: false, letter: { status: 'waiting' } });
  refuse();
  await post();
  expect(await ownRequest()).toMatchObject({ letter: { status: 'failed', error: null } });
  accept();
  expect(await requestAccess()).toBe(204);
  await post();
  expect(await ownRequest()).toMatchObject({ letter: { status: 'sent' } });
  expect(await requestAccess()).toBe(204);
  await post();
  expect(outbox).toHaveLength(1);
  await owner.delete(`${shares}/requests/${account.id}`);
  expect(await ownRequest()).toMatchObject({ declined: true });
});
