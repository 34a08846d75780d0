import { getProgramGrant, listGrantedPrograms } from '@snimok/contract/people/program-access';
import { startUpload, registerFile } from '@snimok/contract/studies/uploads';
import { expect, test } from 'vitest';
import { disableAccount, setPassword } from '../../../people/accounts/account-rows/accounts.ts';
import { endSessionsOf } from '../../../people/accounts/sessions/sessions.ts';
import { responseOf, refusal } from '../../../testing/requests-and-waiting/contract.ts';
import { isLockAwaited } from '../../../testing/portal/locks.ts';
import type { Account } from '../../../testing/portal/make.ts';
import { grantProgramAccess, requestCodes } from '../../../testing/callers/program.ts';
import { putBytes } from '../../../testing/scans/sending.ts';
import { startServer, type TestServer } from '../../../testing/portal/server.ts';
import { until } from '../../../testing/requests-and-waiting/until.ts';

const TOKEN_INVALID = [
  401,
  'Доступ программы отозван, истёк или закончился вместе со сменой пароля. Войдите в программе ещё раз',
];
const NEW_PASSWORD = 'Зубная-фея-7';
const bytes = Buffer.from('the bytes of a file');

/** A centre with an upload program that sends a study, and the assistant who granted its access. */
const centre = async () => {
  const server = await startServer();
  await server.work();
  const person = await server.make.assistant();
  const assistant = await server.as(person);
  const granted = await grantProgramAccess(server, assistant);
  const { studyID } = await server.make.study();
  const { uploadUUID } = responseOf(
    startUpload,
    await granted.program.post(`/assistant/studies/${studyID}/upload`),
  );
  const presign = async (filename: string) =>
    responseOf(
      registerFile,
      await granted.program.post(`/assistant/uploads/${uploadUUID}/presigned-url`, {
        filename,
        filesize: bytes.length,
      }),
    ).presignedURL;
  expect((await putBytes(await presign('first.dcm'), bytes)).status).toBe(200);
  return { ...server, server, person, assistant, ...granted, uploadUUID, url: await presign('second.dcm') };
};

/** Sets a new password by the link of the reset letter. */
const resetPassword = async ({ nobody, outbox }: TestServer, { email }: Account) => {
  const before = outbox.length;
  await nobody.post('/auth/password/reset/request', { email });
  const { text } = await until('the letter', () => outbox[before]);
  const token = /forgot-password\/([\w-]+)$/m.exec(text)?.[1];
  const body = { token, password: NEW_PASSWORD, repeat_password: NEW_PASSWORD };
  expect((await nobody.put('/auth/password/reset', body)).status).toBe(204);
};

const expectEnded = async ({ program, url, uploadUUID }: Awaited<ReturnType<typeof centre>>) => {
  expect(refusal(await program.get('/assistant/doctors'))).toEqual(TOKEN_INVALID);
  expect(refusal(await program.get(`/assistant/uploads/${uploadUUID}`))).toEqual(TOKEN_INVALID);
  const finalFiles = { finalFiles: ['first.dcm'] };
  expect(refusal(await program.post(`/assistant/uploads/${uploadUUID}/complete`, finalFiles))).toEqual(
    TOKEN_INVALID,
  );
  expect((await putBytes(url, bytes)).status).toBe(403);
};

test('a password reset ends the upload programs that the account has granted, and their running uploads', async () => {
  const portal = await centre();
  const { server, person, nobody, path } = portal;
  const other = await server.make.assistant();
  const others = await grantProgramAccess(server, await server.as(other));
  const pending = await requestCodes(nobody);
  const accepted = await requestCodes(nobody);
  await portal.assistant.patch(`${accepted.path}/accept`);

  await resetPassword(server, person);
  await expectEnded(portal);
  expect(refusal(await accepted.poll())).toEqual([400, 'access_denied']);
  // the password reset does not end programs of other accounts or pending access requests
  expect((await others.program.get('/assistant/doctors')).status).toBe(200);
  expect(refusal(await pending.poll())).toEqual([400, 'authorization_pending']);

  const again = await server.as({ ...person, password: NEW_PASSWORD });
  expect(responseOf(getProgramGrant, await again.get(path)).status).toBe('revoked');
  const { grants } = responseOf(listGrantedPrograms, await again.get('/assistant/desktop-app/grants'));
  expect(grants).toHaveLength(1);
  const renewed = await grantProgramAccess(server, again);
  // the program continues the same upload once it has signed in again
  expect((await renewed.program.get(`/assistant/uploads/${portal.uploadUUID}`)).status).toBe(200);
});

test('disabling an account ends its upload programs, and enabling it again does not revive them', async () => {
  const portal = await centre();
  const { context, person, clock } = portal;
  await disableAccount(context.db, person.id, clock.now());
  await expectEnded(portal);
  await context.db.updateTable('accounts').set({ disabledAt: null }).where('id', '=', person.id).execute();
  await expectEnded(portal);
});

test('a password that the assistant chooses herself ends her upload programs too', async () => {
  const portal = await centre();
  const { context, person, assistant } = portal;
  await context.db
    .updateTable('accounts')
    .set({ passwordIsTemporary: true })
    .where('id', '=', person.id)
    .execute();
  const body = { password: NEW_PASSWORD, repeat_password: NEW_PASSWORD };
  const reply = await assistant.send('PUT', '/auth/password', body);
  expect(reply.status).toBe(204);
  await expectEnded(portal);
});

test('a session that a concurrent password change ends cannot give an upload program access', async () => {
  const { nobody, assistant, person, context } = await centre();
  const codes = await requestCodes(nobody);
  const accepting = await context.db.transaction().execute(async (tx) => {
    await setPassword(tx, person.id, 'another hash', false);
    await endSessionsOf(tx, person.id);
    const reply = assistant.patch(`${codes.path}/accept`);
    await until('the request to wait for the password change', () => isLockAwaited(context));
    return { reply };
  });
  expect((await accepting.reply).status).toBe(401);
  expect(refusal(await codes.poll())).toEqual([400, 'authorization_pending']);
});

test('a poll that arrives while the access is being accepted gets a token', async () => {
  const { nobody, person, context } = await centre();
  const codes = await requestCodes(nobody);
  const polling = await context.db.transaction().execute(async (tx) => {
    await tx
      .updateTable('desktopGrants')
      .set({ status: 'granted', assistantID: person.id, grantedAt: new Date() })
      .where('status', '=', 'issued')
      .execute();
    const reply = codes.poll();
    await until('the poll to wait for the acceptance', () => isLockAwaited(context));
    return { reply };
  });
  expect((await polling.reply).status).toBe(200);
});
