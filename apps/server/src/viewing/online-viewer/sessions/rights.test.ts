import { randomUUID } from 'node:crypto';
import { getPatient } from '@snimok/contract/people/patients';
import { renewViewer } from '@snimok/contract/viewing/online-viewer';
import { expect, test } from 'vitest';
import { disableAccount } from '../../../people/accounts/account-rows/accounts.ts';
import { radiograph } from '../../../testing/scans/dicom.ts';
import { responseOf, refusal } from '../../../testing/requests-and-waiting/contract.ts';
import { sendStudy } from '../../../testing/scans/sending.ts';
import { startServer } from '../../../testing/portal/server.ts';
import { shareHeaders, shareStudy } from '../../../testing/callers/share.ts';
import { readyStudy, ticketOf, withTicket } from '../../../testing/callers/viewer.ts';
import { listJobs } from '../../../testing/portal/queued-jobs.ts';
import { HOUR_MS } from '../../../platform/time-and-sizes/duration.ts';

const SESSION_OVER = [403, 'Доступ закрыт, или время просмотра истекло. Откройте исследование заново'];

/** A study with a rendition, and functions that open it as its doctor, an assistant or a share recipient. */
const centre = async (settings?: Record<string, string>) => {
  const server = await startServer(settings);
  const { make, as, nobody, context } = server;
  await server.work('process-upload', 'make-rendition');
  const staff = await make.assistant();
  const assistant = await as(staff);
  const owner = await make.doctor({ flags: ['remote-viewer'] });
  const patient = await make.patient({ doctor: owner });
  const { studyID } = await make.study({ patient, type: 'rg' });
  expect((await sendStudy(assistant, studyID, [radiograph()])).error).toBeNull();
  const own = `/doctor/patients/${patient.patientID}/studies/${studyID}/remote-session`;
  const openAs = async (account: typeof owner) => ticketOf(await (await as(account)).post(own));
  const openAsStaff = async () =>
    ticketOf(await assistant.post(`/assistant/studies/${studyID}/remote-session`));
  const openShare = async (token: string, pin?: string) =>
    ticketOf(await nobody.post('/external/study/remote-session', undefined, shareHeaders(token, pin)));
  const change = (set: object) =>
    context.db.updateTable('studies').set(set).where('id', '=', studyID).execute();
  /** Calls every viewer endpoint with a ticket: `open` if all succeed, `over` if all are refused. */
  const tryTicket = async (ticket: string) => {
    const headers = withTicket(ticket);
    const replies = [
      await nobody.get('/viewer/study', headers),
      await nobody.get('/viewer/series/0/frames', headers),
      await nobody.get('/viewer/marks', headers),
      await nobody.post('/viewer/ticket', undefined, headers),
    ];
    const saved = await nobody.put('/viewer/marks', { revision: 9, marks: [] }, headers);
    if (replies.every(({ status }) => status === 200)) return 'open';
    for (const reply of [...replies, saved]) expect(refusal(reply)).toEqual(SESSION_OVER);
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
    tryTicket,
  };
};

test('only assistants, doctors with the viewer flag and shares with it can view a study', async () => {
  const {
    make,
    as,
    nobody,
    assistant,
    owner,
    studyID,
    own,
    openAs,
    openAsStaff,
    openShare,
    tryTicket,
    address,
  } = await centre();
  const reply = await assistant.post(`/assistant/studies/${studyID}/remote-session`);
  const url = new URL((reply.body as { remoteSessionURL: string }).remoteSessionURL);
  expect([url.origin, url.pathname, url.search]).toEqual([address, '/viewer', '']);
  expect(await tryTicket(await openAsStaff())).toBe('open');
  expect(await tryTicket(await openAs(owner))).toBe('open');
  const { token } = await shareStudy(assistant, studyID, { flags: ['remote-viewer'], pin: '482913' });
  expect(await tryTicket(await openShare(token, '482913'))).toBe('open');
  expect((await nobody.post('/external/study/remote-session', undefined, shareHeaders(token))).status).toBe(
    401,
  );

  const without = await shareStudy(assistant, studyID, { flags: ['download'] });
  const refused = await nobody.post('/external/study/remote-session', undefined, shareHeaders(without.token));
  expect(refused.status).toBe(403);
  const otherDoctor = await as(await make.doctor({ flags: ['remote-viewer'] }));
  expect((await otherDoctor.post(own)).status).toBe(403);
  const other = await make.study({ doctor: owner, status: 'done' });
  const doctor = await as(owner);
  const wrongPatient = `/doctor/patients/${other.patientID}/studies/${studyID}/remote-session`;
  expect((await doctor.post(wrongPatient)).status).toBe(404);
  const withoutFlag = await make.doctor();
  const { patientID, studyID: ownID } = await make.study({ doctor: withoutFlag, status: 'done' });
  const notIncluded = await (
    await as(withoutFlag)
  ).post(`/doctor/patients/${patientID}/studies/${ownID}/remote-session`);
  expect(notIncluded.status).toBe(403);
});

test('accounts see the date of birth, and the recipient of a link does not', async () => {
  const { nobody, assistant, owner, studyID, patient, openAs, openAsStaff, openShare } = await centre();
  const card = responseOf(getPatient, await assistant.get(`/assistant/patients/${patient.patientID}`));
  const { token } = await shareStudy(assistant, studyID, { flags: ['remote-viewer'] });
  const known = { patientBirthday: card.birthday, patientSex: card.sex };
  expect(card.birthday).toMatch(/^\d{4}-\d\d-\d\d$/);
  const seen = [await openAsStaff(), await openAs(owner)].map((ticket) => readyStudy(nobody, ticket));
  expect(await Promise.all(seen)).toMatchObject([known, known]);
  expect(JSON.stringify(await readyStudy(nobody, await openShare(token)))).not.toMatch(/Birthday|Sex/);
});

test('a ticket gives access to its own study, and only in the viewer', async () => {
  const { nobody, assistant, studyID, openAsStaff, tryTicket, make, as } = await centre();
  const ticket = await openAsStaff();
  expect((await nobody.get('/viewer/study', withTicket(ticket))).body).toMatchObject({
    studyID,
    can: { mark: true },
  });
  // the session cookie is ignored
  const otherDoctor = await as(await make.doctor());
  expect((await otherDoctor.get('/viewer/study', withTicket(ticket))).status).toBe(200);
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
  for (const forged of forgeries) expect(await tryTicket(forged)).toBe('over');
  const missing = [401, 'Откройте просмотр из карточки исследования'];
  expect(refusal(await nobody.get('/viewer/study'))).toEqual(missing);
  expect(refusal(await assistant.get('/viewer/study'))).toEqual(missing);
  expect(refusal(await nobody.get('/viewer/study', { authorization: 'Basic YTpi' }))).toEqual(missing);
});

test('a ticket is valid for an hour and can be renewed while the session lasts', async () => {
  const { nobody, openAsStaff, clock, tryTicket, assistant } = await centre();
  const ticket = await openAsStaff();
  clock.advance(HOUR_MS - 60_000);
  const next = responseOf(renewViewer, await nobody.post('/viewer/ticket', undefined, withTicket(ticket)));
  expect(Date.parse(next.expiresAt) - clock.now().getTime()).toBeGreaterThan(HOUR_MS - 60_000);
  clock.advance(60_000);
  expect(await tryTicket(ticket)).toBe('over');
  expect(await tryTicket(next.ticket)).toBe('open');
  await assistant.delete('/auth/token');
  expect(await tryTicket(next.ticket)).toBe('over');
});

test('a viewer session ends when the flag, patient share, account, share or study that permits it is gone', async () => {
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
    tryTicket,
    change,
  } = await centre();
  const { db } = context;
  const setFlags = (id: number, featureFlags: string[]) =>
    db.updateTable('accounts').set({ featureFlags }).where('id', '=', id).execute();

  // the feature flag is removed
  const flagged = await openAs(owner);
  await setFlags(owner.id, []);
  expect(await tryTicket(flagged)).toBe('over');
  await setFlags(owner.id, ['remote-viewer']);
  expect(await tryTicket(flagged)).toBe('open');

  // the patient is no longer shared
  const friend = await make.doctor({ flags: ['remote-viewer'] });
  const sharing = { patientID: patient.patientID, doctorID: friend.id };
  await db.insertInto('patientShares').values(sharing).execute();
  const shared = await openAs(friend);
  expect(await tryTicket(shared)).toBe('open');
  await db.deleteFrom('patientShares').where('doctorID', '=', friend.id).execute();
  expect(await tryTicket(shared)).toBe('over');

  // the account is disabled
  await db.insertInto('patientShares').values(sharing).execute();
  const disabled = await openAs(friend);
  expect(await tryTicket(disabled)).toBe('open');
  await disableAccount(db, friend.id, clock.now());
  expect(await tryTicket(disabled)).toBe('over');

  // the share is deleted; another share of the same study is not affected
  const one = await shareStudy(assistant, studyID, { flags: ['remote-viewer'] });
  const another = await shareStudy(assistant, studyID, { flags: ['remote-viewer'] });
  const deleted = await openShare(one.token);
  const remaining = await openShare(another.token);
  await assistant.delete(one.path);
  expect([await tryTicket(deleted), await tryTicket(remaining)]).toEqual(['over', 'open']);

  // the viewer is switched off for shares, then shares altogether
  context.config.studyExternalShareRemoteViewerEnabled = false;
  expect(await tryTicket(remaining)).toBe('over');
  context.config.studyExternalShareRemoteViewerEnabled = true;
  context.config.studyExternalShareEnabled = false;
  expect(await tryTicket(remaining)).toBe('over');
  context.config.studyExternalShareEnabled = true;

  // the study is archived, or deleted
  const tickets = [await openAsStaff(), await openAs(owner), remaining];
  const each = async () => [
    await tryTicket(tickets[0]!),
    await tryTicket(tickets[1]!),
    await tryTicket(tickets[2]!),
  ];
  expect(await each()).toEqual(['open', 'open', 'open']);
  await change({ status: 'archived' });
  expect(await each()).toEqual(['over', 'over', 'over']);
  await change({ status: 'done', deletedAt: clock.now() });
  expect(await each()).toEqual(['over', 'over', 'over']);
  await change({ deletedAt: null });
  expect(await each()).toEqual(['open', 'open', 'open']);
});

test('a viewer session ends when its share expires before the ticket', async () => {
  const { assistant, studyID, openShare, tryTicket, clock } = await centre({ SHARE_MAX_AGE: '0h10m0s' });
  const { token } = await shareStudy(assistant, studyID, { flags: ['remote-viewer'] });
  const ticket = await openShare(token);
  clock.advance(HOUR_MS / 6 - 60_000);
  expect(await tryTicket(ticket)).toBe('open');
  clock.advance(60_000);
  expect(await tryTicket(ticket)).toBe('over');
});

test('opening an archived or unfinished study is refused with the reason', async () => {
  const { assistant, studyID, change, nobody } = await centre();
  const path = `/assistant/studies/${studyID}/remote-session`;
  const { token } = await shareStudy(assistant, studyID, { flags: ['remote-viewer'] });
  await change({ status: 'archived' });
  expect(refusal(await assistant.post(path))).toEqual([
    409,
    'Исследование в архиве. Восстановите его, чтобы посмотреть',
  ]);
  expect((await nobody.post('/external/study/remote-session', undefined, shareHeaders(token))).status).toBe(
    409,
  );
  await change({ status: 'in-work' });
  expect(refusal(await assistant.post(path))).toEqual([409, 'Исследование ещё не готово к просмотру']);
});

test('with the viewer switched off its endpoints are not found, and no renditions are made', async () => {
  const server = await startServer({ REMOTE_VIEWER: 'off' });
  await server.work('process-upload', 'make-rendition');
  const assistant = await server.as(await server.make.assistant());
  const { studyID } = await server.make.study({ type: 'rg' });
  await sendStudy(assistant, studyID, [radiograph()]);
  expect((await assistant.post(`/assistant/studies/${studyID}/remote-session`)).status).toBe(404);
  expect((await server.nobody.get('/viewer/study', withTicket('x'))).status).toBe(404);
  expect(await listJobs(server.context.db, { task: 'make-rendition' })).toEqual([]);
});

test('opening a study is recorded in its history, with the share through which it was opened', async () => {
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

test('tickets are not logged', async () => {
  const { openAsStaff, tryTicket, logged } = await centre();
  const ticket = await openAsStaff();
  await tryTicket(ticket);
  expect(JSON.stringify(logged)).not.toContain(ticket.slice(-43));
});
