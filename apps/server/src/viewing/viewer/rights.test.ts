import { randomUUID } from 'node:crypto';
import { renewViewer } from '@snimok/contract/viewer';
import { expect, test } from 'vitest';
import { disableAccount } from '../../people/accounts/accounts.ts';
import { radiograph } from '../../testing/dicom.ts';
import { promised, refusal } from '../../testing/contract.ts';
import { sendStudy } from '../../testing/sending.ts';
import { startServer } from '../../testing/server.ts';
import { bearing, shareStudy } from '../../testing/share.ts';
import { readyStudy, ticketIn, withTicket } from '../../testing/viewer.ts';

const HOUR_MS = 60 * 60_000;
const OVER = [403, 'Просмотр закончен. Откройте исследование заново'];

/** A study that can be looked at, its doctor who may, and everybody's way into it. */
const centre = async (settings?: Record<string, string>) => {
  const server = await startServer(settings);
  const { make, as, nobody, context } = server;
  await server.work();
  const staff = await make.assistant();
  const assistant = await as(staff);
  const owner = await make.doctor({ flags: ['remote-viewer'] });
  const patient = await make.patient({ doctor: owner });
  const { studyID } = await make.study({ patient, type: 'rg' });
  expect((await sendStudy(assistant, studyID, [radiograph()])).error).toBeNull();
  const own = `/doctor/patients/${patient.patientID}/studies/${studyID}/remote-session`;
  const openAs = async (account: typeof owner) => ticketIn(await (await as(account)).post(own));
  const openAsStaff = async () =>
    ticketIn(await assistant.post(`/assistant/studies/${studyID}/remote-session`));
  const openShare = async (token: string, pin?: string) =>
    ticketIn(await nobody.post('/external/study/remote-session', undefined, bearing(token, pin)));
  const change = (set: object) =>
    context.db.updateTable('studies').set(set).where('id', '=', studyID).execute();
  /** Every call of a view, each in one word: open, or over. */
  const look = async (ticket: string) => {
    const headers = withTicket(ticket);
    const replies = [
      await nobody.get('/viewer/study', headers),
      await nobody.get('/viewer/series/0/frames', headers),
      await nobody.get('/viewer/marks', headers),
      await nobody.post('/viewer/ticket', undefined, headers),
    ];
    const saved = await nobody.put('/viewer/marks', { revision: 9, marks: [] }, headers);
    if (replies.every(({ status }) => status === 200)) return 'open';
    for (const reply of [...replies, saved]) expect(refusal(reply)).toEqual(OVER);
    return 'over';
  };
  await readyStudy(nobody, await openAsStaff());
  return {
    ...server,
    staff,
    assistant,
    owner,
    patient,
    studyID,
    own,
    openAs,
    openAsStaff,
    openShare,
    change,
    look,
  };
};

test('the centre, the doctor with online view and a share with it look at a study, nobody else', async () => {
  const { make, as, nobody, assistant, owner, studyID, own, openAs, openAsStaff, openShare, look, address } =
    await centre();
  const reply = await assistant.post(`/assistant/studies/${studyID}/remote-session`);
  const url = new URL((reply.body as { remoteSessionURL: string }).remoteSessionURL);
  expect([url.origin, url.pathname, url.search]).toEqual([address, '/viewer', '']);
  expect(await look(await openAsStaff())).toBe('open');
  expect(await look(await openAs(owner))).toBe('open');
  const { token } = await shareStudy(assistant, studyID, { flags: ['remote-viewer'], pin: '482913' });
  expect(await look(await openShare(token, '482913'))).toBe('open');
  expect((await nobody.post('/external/study/remote-session', undefined, bearing(token))).status).toBe(401);

  const without = await shareStudy(assistant, studyID, { flags: ['download'] });
  const refused = await nobody.post('/external/study/remote-session', undefined, bearing(without.token));
  expect(refused.status).toBe(403);
  const stranger = await as(await make.doctor({ flags: ['remote-viewer'] }));
  expect((await stranger.post(own)).status).toBe(403);
  const other = await make.study({ doctor: owner, status: 'done' });
  const doctor = await as(owner);
  const elsewhere = `/doctor/patients/${other.patientID}/studies/${studyID}/remote-session`;
  expect((await doctor.post(elsewhere)).status).toBe(404);
  const plain = await make.doctor();
  const { patientID, studyID: plainID } = await make.study({ doctor: plain, status: 'done' });
  const notIncluded = await (
    await as(plain)
  ).post(`/doctor/patients/${patientID}/studies/${plainID}/remote-session`);
  expect(notIncluded.status).toBe(403);
});

test('a ticket opens its own study, and only in the viewer', async () => {
  const { nobody, assistant, studyID, openAsStaff, look, make, as } = await centre();
  const ticket = await openAsStaff();
  expect((await nobody.get('/viewer/study', withTicket(ticket))).body).toMatchObject({
    studyID,
    can: { mark: true },
  });
  // whoever is signed in beside it
  const stranger = await as(await make.doctor());
  expect((await stranger.get('/viewer/study', withTicket(ticket))).status).toBe(200);
  for (const path of [`/assistant/studies/${studyID}`, '/assistant/counters', `/studies/${studyID}/series`])
    expect([path, (await nobody.get(path, withTicket(ticket))).status]).toEqual([path, 401]);
  expect((await nobody.get('/external/study', withTicket(ticket))).status).toBe(404);
  const forgeries = [
    ticket.replace(`.${studyID}.`, `.${studyID + 1}.`),
    ticket.replace(/\.(\d{13})\./, (_, ms: string) => `.${Number(ms) + HOUR_MS}.`),
    `${ticket.slice(0, -43)}${ticket.at(-43) === 'A' ? 'B' : 'A'}${ticket.slice(-42)}`,
    ticket.replace(/^s\.[\w-]{43}/, `x.${randomUUID()}`),
    'x',
    "s.'or(1=1)",
    '.'.repeat(8000),
  ];
  for (const forged of forgeries) expect(await look(forged)).toBe('over');
  const missing = [401, 'Откройте просмотр из карточки исследования'];
  expect(refusal(await nobody.get('/viewer/study'))).toEqual(missing);
  expect(refusal(await assistant.get('/viewer/study'))).toEqual(missing);
  expect(refusal(await nobody.get('/viewer/study', { authorization: 'Basic YTpi' }))).toEqual(missing);
});

test('a ticket lasts an hour, and is renewed for as long as the sign-in lasts', async () => {
  const { nobody, openAsStaff, clock, look, assistant } = await centre();
  const ticket = await openAsStaff();
  clock.pass(HOUR_MS - 60_000);
  const next = promised(renewViewer, await nobody.post('/viewer/ticket', undefined, withTicket(ticket)));
  expect(Date.parse(next.expiresAt) - clock.now().getTime()).toBeGreaterThan(HOUR_MS - 60_000);
  clock.pass(60_000);
  expect(await look(ticket)).toBe('over');
  expect(await look(next.ticket)).toBe('open');
  await assistant.delete('/auth/token');
  expect(await look(next.ticket)).toBe('over');
});

test('a view ends with the right it was opened with, whichever that was', async () => {
  const {
    context,
    clock,
    make,
    owner,
    patient,
    assistant,
    studyID,
    openAs,
    openAsStaff,
    openShare,
    look,
    change,
  } = await centre();
  const { db } = context;
  const setFlags = (id: number, featureFlags: string[]) =>
    db.updateTable('accounts').set({ featureFlags }).where('id', '=', id).execute();

  // the flag is taken
  const flagged = await openAs(owner);
  await setFlags(owner.id, []);
  expect(await look(flagged)).toBe('over');
  await setFlags(owner.id, ['remote-viewer']);
  expect(await look(flagged)).toBe('open');

  // the patient is no longer shared
  const friend = await make.doctor({ flags: ['remote-viewer'] });
  const sharing = { patientID: patient.patientID, doctorID: friend.id };
  await db.insertInto('patientShares').values(sharing).execute();
  const befriended = await openAs(friend);
  expect(await look(befriended)).toBe('open');
  await db.deleteFrom('patientShares').where('doctorID', '=', friend.id).execute();
  expect(await look(befriended)).toBe('over');

  // the account is switched off
  await db.insertInto('patientShares').values(sharing).execute();
  const disabled = await openAs(friend);
  expect(await look(disabled)).toBe('open');
  await disableAccount(db, friend.id, clock.now());
  expect(await look(disabled)).toBe('over');

  // the share is deleted; another one lives on
  const [one, another] = [
    await shareStudy(assistant, studyID, { flags: ['remote-viewer'] }),
    await shareStudy(assistant, studyID, { flags: ['remote-viewer'] }),
  ];
  const [deleted, kept] = [await openShare(one.token), await openShare(another.token)];
  await assistant.delete(one.path);
  expect([await look(deleted), await look(kept)]).toEqual(['over', 'open']);

  // online view is switched off for shares, then shares altogether
  context.config.studyExternalShareRemoteViewerEnabled = false;
  expect(await look(kept)).toBe('over');
  context.config.studyExternalShareRemoteViewerEnabled = true;
  context.config.studyExternalShareEnabled = false;
  expect(await look(kept)).toBe('over');
  context.config.studyExternalShareEnabled = true;

  // the study is archived, or deleted
  const views = [await openAsStaff(), await openAs(owner), kept];
  const each = async () => [await look(views[0]!), await look(views[1]!), await look(views[2]!)];
  expect(await each()).toEqual(['open', 'open', 'open']);
  await change({ status: 'archived' });
  expect(await each()).toEqual(['over', 'over', 'over']);
  await change({ status: 'done', deletedAt: clock.now() });
  expect(await each()).toEqual(['over', 'over', 'over']);
  await change({ deletedAt: null });
  expect(await each()).toEqual(['open', 'open', 'open']);
});

test('a share that runs out takes its view with it before the ticket does', async () => {
  const { assistant, studyID, openShare, look, clock } = await centre({ SHARE_MAX_AGE: '0h10m0s' });
  const { token } = await shareStudy(assistant, studyID, { flags: ['remote-viewer'] });
  const ticket = await openShare(token);
  clock.pass(HOUR_MS / 6 - 60_000);
  expect(await look(ticket)).toBe('open');
  clock.pass(60_000);
  expect(await look(ticket)).toBe('over');
});

test('what is not at hand is not opened, and it is said why', async () => {
  const { assistant, studyID, change, nobody } = await centre();
  const path = `/assistant/studies/${studyID}/remote-session`;
  const { token } = await shareStudy(assistant, studyID, { flags: ['remote-viewer'] });
  await change({ status: 'archived' });
  expect(refusal(await assistant.post(path))).toEqual([
    409,
    'Исследование в архиве. Восстановите его, чтобы посмотреть',
  ]);
  expect((await nobody.post('/external/study/remote-session', undefined, bearing(token))).status).toBe(409);
  await change({ status: 'in-work' });
  expect(refusal(await assistant.post(path))).toEqual([409, 'Исследование ещё не готово к просмотру']);
});

test('switched off, the viewer is nowhere, and nothing is made for it', async () => {
  const server = await startServer({ REMOTE_VIEWER: 'off' });
  await server.work();
  const assistant = await server.as(await server.make.assistant());
  const { studyID } = await server.make.study({ type: 'rg' });
  await sendStudy(assistant, studyID, [radiograph()]);
  expect((await assistant.post(`/assistant/studies/${studyID}/remote-session`)).status).toBe(404);
  expect((await server.nobody.get('/viewer/study', withTicket('x'))).status).toBe(404);
  const jobs = await server.context.pool.query(
    "select 1 from graphile_worker.jobs where task_identifier = 'make-view'",
  );
  expect(jobs.rowCount).toBe(0);
});

test('opening a study is written into its history, with the share it was opened through', async () => {
  const { context, assistant, studyID, openAsStaff, openShare, staff } = await centre();
  const share = await shareStudy(assistant, studyID, { flags: ['remote-viewer'] });
  await openAsStaff();
  await openShare(share.token);
  await context.auditBuffer.flush();
  const events = await context.db
    .selectFrom('auditEvents')
    .select(['actorKind', 'actorID', 'details'])
    .where('action', '=', 'study.view')
    .where('studyID', '=', studyID)
    .execute();
  expect(events).toContainEqual({ actorKind: 'assistant', actorID: staff.id, details: {} });
  expect(events).toContainEqual({
    actorKind: 'share',
    actorID: null,
    details: { shareUUID: share.shareUUID },
  });
});

test('a ticket stands in no log', async () => {
  const { openAsStaff, look, logged } = await centre();
  const ticket = await openAsStaff();
  await look(ticket);
  expect(JSON.stringify(logged)).not.toContain(ticket.slice(-43));
});
