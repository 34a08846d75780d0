import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readDicom } from '@snimok/imaging/dicom/read';
import { expect, test } from 'vitest';
import { disableAccount } from '../../people/accounts/account-rows/accounts.ts';
import { radiograph } from '../../testing/scans/dicom.ts';
import { refusal } from '../../testing/requests-and-waiting/contract.ts';
import { connectToDesktop, remoteSessionURL } from '../../testing/callers/remote-desktop.ts';
import { sendStudy } from '../../testing/scans/sending.ts';
import { startServer } from '../../testing/portal/server.ts';
import { shareHeaders, shareStudy } from '../../testing/callers/share.ts';
import { until } from '../../testing/requests-and-waiting/until.ts';
import { GREETING, type StandIn } from '../../testing/outside/workstation.ts';
import { runRemoteDesktop } from './run-desktop.ts';

const MINUTE_MS = 60_000;
const POINTER = Buffer.from([5, 0, 0, 1, 0, 1]);

/** A study that can be opened on a remote desktop, by an assistant, its doctor or a share recipient. */
const centre = async (settings: Record<string, string> = {}) => {
  const server = await startServer({ REMOTE_VIEWER: 'desktop', ...settings });
  const { make, as, nobody, context } = server;
  await server.work('process-upload', 'run-desktop');
  const workstation = context.workstation as StandIn;
  const staff = await make.assistant();
  const assistant = await as(staff);
  const owner = await make.doctor({ flags: ['remote-viewer'] });
  const patient = await make.patient({ doctor: owner });
  const sendOne = async () => {
    const { studyID } = await make.study({ patient, type: 'cbct' });
    await sendStudy(assistant, studyID, [
      radiograph(),
      { filename: 'прочти меня.txt', bytes: Buffer.from('не снимок') },
    ]);
    return studyID;
  };
  const studyID = await sendOne();
  const pathOf = (id: number) => `/assistant/studies/${id}/remote-session`;
  const doctorPath = `/doctor/patients/${patient.patientID}/studies/${studyID}/remote-session`;
  const open = async (client = assistant, path = pathOf(studyID)) =>
    connectToDesktop(remoteSessionURL(await client.post(path)));
  const leftoverFiles = () =>
    existsSync(context.config.remoteDesktop.folder) ? readdirSync(context.config.remoteDesktop.folder) : [];
  const openShare = async (token: string) =>
    connectToDesktop(
      remoteSessionURL(await nobody.post('/external/study/remote-session', undefined, shareHeaders(token))),
    );
  const nothingLeft = () =>
    until('nothing to be left', () => leftoverFiles().length === 0 && workstation.screens.length === 0);
  return {
    ...server,
    workstation,
    staff,
    assistant,
    owner,
    sendOne,
    studyID,
    pathOf,
    doctorPath,
    open,
    openShare,
    leftoverFiles,
    nothingLeft,
  };
};

test('a doctor works with a study on a screen of her own, and closing it removes all its files', async () => {
  const { as, owner, doctorPath, workstation, nothingLeft, address } = await centre();
  const doctor = await as(owner);
  const url = remoteSessionURL(await doctor.post(doctorPath));
  expect(url).toMatch(
    new RegExp(`^${address.replace('http', 'ws')}/connection/remote-desktop\\?token=[\\w-]{43}$`),
  );
  const { socket, waitForText, waitForClose, received } = connectToDesktop(url);
  await waitForText(GREETING);
  socket.send(Buffer.from('нажата клавиша'));
  await waitForText('нажата клавиша');
  // the program gets the DICOM files only, one folder per series, with generated names
  const [screen] = workstation.screens;
  const files = readdirSync(screen?.study ?? '', { recursive: true });
  expect(files.toSorted()).toEqual(['series-1', join('series-1', '00001.dcm')]);
  const bytes = readFileSync(join(screen?.study ?? '', 'series-1', '00001.dcm'));
  expect(readDicom(bytes).hasPixelData).toBe(true);
  expect(received.end).toBe('');
  socket.close(4000);
  expect(await waitForClose()).toBe('done');
  await nothingLeft();
});

test('the URL opens one connection, within a minute, from the portal’s own origin', async () => {
  const { assistant, pathOf, studyID, clock, logged } = await centre();
  const url = remoteSessionURL(await assistant.post(pathOf(studyID)));
  expect(await connectToDesktop(url, { origin: 'https://evil.example' }).waitForClose()).toBe('HTTP 403');
  const first = connectToDesktop(url);
  await first.waitForText(GREETING);
  expect(await connectToDesktop(url).waitForClose()).toBe('over');
  expect(await connectToDesktop(url.replace(/token=.*/, 'token=')).waitForClose()).toBe('over');
  expect(await connectToDesktop(url.replace(/\?.*/, '')).waitForClose()).toBe('over');
  const late = remoteSessionURL(await assistant.post(pathOf(studyID)));
  clock.advance(MINUTE_MS);
  expect(await connectToDesktop(late).waitForClose()).toBe('over');
  const secret = new URL(url).searchParams.get('token') ?? '';
  expect(logged.join('')).not.toContain(secret);
});

test('reconnecting finds the same desktop, and a second window takes it over', async () => {
  const { open, workstation, assistant, pathOf, sendOne } = await centre();
  const first = await open();
  await first.waitForText(GREETING);
  const [screen] = workstation.screens;
  first.socket.terminate();
  const again = await open();
  await again.waitForText(GREETING);
  const elsewhere = await open();
  await elsewhere.waitForText(GREETING);
  expect(await again.waitForClose()).toBe('taken');
  expect(workstation.screens).toEqual([screen]);
  // opening another study ends the first desktop: a person has one at a time
  const other = await open(assistant, pathOf(await sendOne()));
  expect(await elsewhere.waitForClose()).toBe('over');
  await other.waitForText(GREETING);
  await until('the first to be gone', () => workstation.screens.length === 1);
});

test('a request beyond the maximum number of desktops is refused until one is free', async () => {
  const { open, as, make, pathOf, studyID } = await centre({ REMOTE_DESKTOP_MOST: '1' });
  const first = await open();
  await first.waitForText(GREETING);
  const colleague = await as(await make.assistant());
  const refused = await colleague.post(pathOf(studyID));
  expect(refusal(refused)).toEqual([
    503,
    'Все рабочие места сейчас заняты. Попробуйте через несколько минут',
  ]);
  expect(refused.headers.get('retry-after')).toBe('60');
  first.socket.close(4000);
  const reply = await until('a free desktop', async () => {
    const next = await colleague.post(pathOf(studyID));
    return next.status === 200 && next;
  });
  await connectToDesktop(remoteSessionURL(reply)).waitForText(GREETING);
});

test('of several concurrent requests for the last desktop one succeeds', async () => {
  const { as, make, pathOf, studyID } = await centre({ REMOTE_DESKTOP_MOST: '1' });
  const clients = await Promise.all([1, 2, 3, 4].map(async () => as(await make.assistant())));
  const replies = await Promise.all(clients.map((client) => client.post(pathOf(studyID))));
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 503, 503, 503]);
});

test('a desktop ends after its idle time and after its maximum age', async () => {
  const settings = { REMOTE_DESKTOP_IDLE: '0h3m0s', REMOTE_DESKTOP_MAX_AGE: '0h8m0s' };
  const { open, clock, nothingLeft } = await centre(settings);
  const idle = await open();
  await idle.waitForText(GREETING);
  clock.advance(4 * MINUTE_MS);
  expect(await idle.waitForClose()).toBe('idle');
  await nothingLeft();
  const busy = await open();
  await busy.waitForText(GREETING);
  // below the ten minutes after which the worker's sweep deletes unattended desktops
  clock.advance(9 * MINUTE_MS);
  busy.socket.send(POINTER);
  expect(await busy.waitForClose()).toBe('limit');
  await nothingLeft();
});

test('pointer input counts as activity', async () => {
  const { open, clock, context } = await centre({ REMOTE_DESKTOP_IDLE: '0h30m0s' });
  const { socket, waitForText } = await open();
  await waitForText(GREETING);
  const activeAt = async () =>
    (await context.db.selectFrom('remoteDesktops').select('activeAt').executeTakeFirstOrThrow()).activeAt;
  const before = await activeAt();
  clock.advance(MINUTE_MS / 2);
  socket.send(POINTER);
  await until('the input to be recorded', async () => (await activeAt()) > before);
});

test('a desktop closes as soon as the share, session, feature flag or account that permits it ends', async () => {
  const { open, openShare, as, owner, doctorPath, assistant, staff, studyID, context, nothingLeft } =
    await centre();
  const share = await shareStudy(assistant, studyID, { flags: ['remote-viewer'] });
  const recipient = await openShare(share.token);
  await recipient.waitForText(GREETING);
  await assistant.delete(share.path);
  expect(await recipient.waitForClose()).toBe('over');

  const doctor = await as(owner);
  const signedOut = await open(doctor, doctorPath);
  await signedOut.waitForText(GREETING);
  await doctor.delete('/auth/token');
  expect(await signedOut.waitForClose()).toBe('over');

  const again = await as(owner);
  const withoutFlag = await open(again, doctorPath);
  await withoutFlag.waitForText(GREETING);
  await context.db.updateTable('accounts').set({ featureFlags: [] }).where('id', '=', owner.id).execute();
  expect(await withoutFlag.waitForClose()).toBe('over');

  const disabled = await open();
  await disabled.waitForText(GREETING);
  await disableAccount(context.db, staff.id, context.clock.now());
  expect(await disabled.waitForClose()).toBe('over');
  await nothingLeft();
});

test('a client without the right to view gets no desktop, and none is started', async () => {
  const { as, make, owner, doctorPath, nobody, assistant, studyID, pathOf, workstation, leftoverFiles } =
    await centre();
  const otherDoctor = await as(await make.doctor({ flags: ['remote-viewer'] }));
  expect((await otherDoctor.post(doctorPath)).status).toBe(403);
  expect((await otherDoctor.post(pathOf(studyID))).status).toBe(403);
  expect((await nobody.post(pathOf(studyID))).status).toBe(401);
  const { token } = await shareStudy(assistant, studyID, { flags: ['download'] });
  expect((await nobody.post('/external/study/remote-session', undefined, shareHeaders(token))).status).toBe(
    403,
  );
  const { studyID: unready } = await make.study({ doctor: owner });
  expect((await assistant.post(pathOf(unready))).status).toBe(409);
  // the web viewer is off while REMOTE_VIEWER=desktop
  expect((await nobody.get('/viewer/study', { authorization: 'Bearer x' })).status).toBe(404);
  expect(workstation.screens).toEqual([]);
  expect(leftoverFiles()).toEqual([]);
});

test('the connection is closed with different codes when the program is closed and when it does not start', async () => {
  const { open, workstation, nothingLeft } = await centre();
  const closed = await open();
  await closed.waitForText(GREETING);
  workstation.screens[0]?.close();
  expect(await closed.waitForClose()).toBe('closed');
  await nothingLeft();
  workstation.failStarts();
  expect(await (await open()).waitForClose()).toBe('failed');
  await nothingLeft();
});

test('a desktop whose worker was killed is marked as failed by the next worker and frees its place', async () => {
  const { context, make, as, pathOf, studyID, nothingLeft } = await centre({ REMOTE_DESKTOP_MOST: '1' });
  const url = remoteSessionURL(await (await as(await make.assistant())).post(pathOf(studyID)));
  const { waitForText, waitForClose } = connectToDesktop(url);
  await waitForText(GREETING);
  const { uuid } = await context.db.selectFrom('remoteDesktops').select('uuid').executeTakeFirstOrThrow();
  await runRemoteDesktop(context, { uuid }, new AbortController().signal);
  expect(await waitForClose()).toBe('failed');
  await nothingLeft();
});
