import { listLocations } from '@snimok/contract/reception/locations';
import { listDialogs } from '@snimok/contract/messaging/messenger';
import {
  changeMessengerHours,
  changeTemplate,
  createTemplate,
  getChatHours,
  getMessengerHours,
  listAnswerers,
  listTemplates,
  setAnswerer,
} from '@snimok/contract/messaging/messenger-office';
import { expect, test } from 'vitest';
import { refusal, responseOf } from '../../testing/requests-and-waiting/contract.ts';
import { DIALOGS, startMessenger, write } from './messenger.fixture.ts';
import { dayIn } from '../../platform/time-and-sizes/calendar.ts';
import { nextAnswer } from './hours.ts';

test('if two assistants take a dialog at once, one becomes its answerer, and can hand it over or release it', async () => {
  const { centre, doctor, clinic, darya, as, make, context } = await startMessenger();
  const olga = await make.assistant({ name: 'Белова Ольга' });
  const colleague = await as(olga);
  await write(doctor, 'Добрый день');
  const path = `${DIALOGS}/${clinic.id}/answerer`;
  const replies = await Promise.all([
    centre.put(path, { accountID: darya.id, insteadOf: null }),
    colleague.put(path, { accountID: olga.id, insteadOf: null }),
  ]);
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const [winner, loser] = replies[0].status === 200 ? [darya, olga] : [olga, darya];
  const refused = replies.find(({ status }) => status === 409);
  expect(refused && refusal(refused)).toEqual([409, `На этот диалог уже отвечает ${winner.name}`]);
  const answererOf = async () => {
    const { dialogs } = responseOf(listDialogs, await colleague.get(DIALOGS));
    return dialogs[0]?.answerer;
  };
  expect(await answererOf()).toEqual({ accountID: winner.id, name: winner.name });
  // a repeated request changes nothing
  expect((await centre.put(path, { accountID: winner.id, insteadOf: null })).status).toBe(200);
  const given = responseOf(
    setAnswerer,
    await centre.put(path, { accountID: loser.id, insteadOf: winner.id }),
  );
  expect(given.answerer).toEqual({ accountID: loser.id, name: loser.name });
  const notAssistant = await centre.put(path, { accountID: clinic.id, insteadOf: loser.id });
  expect(refusal(notAssistant)).toEqual([404, 'Этот сотрудник не может отвечать в мессенджере']);
  expect((await centre.put(path, { accountID: null, insteadOf: loser.id })).status).toBe(200);
  expect(await answererOf()).toBeNull();
  expect(refusal(await centre.put(path, { accountID: darya.id, insteadOf: olga.id }))[0]).toBe(409);

  // an assistant who may no longer answer keeps no dialog
  await centre.put(path, { accountID: olga.id, insteadOf: null });
  expect(responseOf(listAnswerers, await centre.get('/assistant/messenger/assistants'))).toEqual({
    ownID: darya.id,
    assistants: [
      { accountID: olga.id, name: olga.name },
      { accountID: darya.id, name: darya.name },
    ],
  });
  await context.db
    .updateTable('accounts')
    .set({ rights: ['studies'] })
    .where('id', '=', olga.id)
    .execute();
  expect((await colleague.put(path, { accountID: null, insteadOf: null })).status).toBe(403);
  const { dialogs } = responseOf(listDialogs, await centre.get(DIALOGS));
  expect(dialogs[0]?.answerer).toBeNull();
});

test('a change of the answerer and typing are published to assistants only', async () => {
  const { centre, clinic, darya, context } = await startMessenger();
  await centre.put(`${DIALOGS}/${clinic.id}/answerer`, { accountID: darya.id, insteadOf: null });
  expect((await centre.post(`${DIALOGS}/${clinic.id}/typing`)).status).toBe(204);
  const events = await context.db
    .selectFrom('publications')
    .select(['channel', 'event'])
    .where('event', 'is not', null)
    .orderBy('id')
    .execute();
  const channel = '$assistants_messages';
  const dialogID = clinic.id;
  expect(events).toEqual([
    { channel, event: { type: 'dialog_changed', data: { dialogID } } },
    {
      channel,
      event: { type: 'assistant_typing', data: { dialogID, accountID: darya.id, name: darya.name } },
    },
  ]);
});

test('a change of an answer template is refused if it has been changed since it was read', async () => {
  const { centre } = await startMessenger();
  const path = '/assistant/messenger/templates';
  const made = responseOf(
    createTemplate,
    await centre.post(path, { title: 'Готово', text: 'Здравствуйте, {имя}! Снимок готов.' }),
  );
  await centre.post(path, { title: 'Адрес', text: 'Мы работаем {часы}.' });
  const { templates, values } = responseOf(listTemplates, await centre.get(path));
  expect(templates.map(({ title }) => title)).toEqual(['Адрес', 'Готово']);
  expect(values.hours).toBe('');
  const change = { title: 'Снимок готов', text: 'Готов', version: made.version };
  const texts = ['Готов', 'Можно забирать'];
  const replies = await Promise.all(
    texts.map((text) => centre.put(`${path}/${made.templateID}`, { ...change, text })),
  );
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const changed = replies.find(({ status }) => status === 200);
  expect(changed && responseOf(changeTemplate, changed)).toMatchObject({ title: 'Снимок готов', version: 2 });
  expect((await centre.delete(`${path}/${made.templateID}`)).status).toBe(204);
  expect(refusal(await centre.put(`${path}/${made.templateID}`, change))).toEqual([
    404,
    'Шаблон не найден: возможно, его удалил другой сотрудник',
  ]);
  expect((await centre.post(path, { title: '', text: 'А' })).status).toBe(400);
});

test('a template that is saved again, because the first answer was lost, is stored once', async () => {
  const { centre } = await startMessenger();
  const path = '/assistant/messenger/templates';
  const template = { title: 'Готово', text: 'Снимок готов' };
  const made = responseOf(createTemplate, await centre.post(path, template));
  expect(responseOf(createTemplate, await centre.post(path, template))).toEqual(made);
  const change = { ...template, text: 'Снимок в кабинете', version: made.version };
  for (const _ of ['first', 'again']) {
    const changed = responseOf(changeTemplate, await centre.put(`${path}/${made.templateID}`, change));
    expect(changed).toEqual({ ...change, templateID: made.templateID, version: 2 });
  }
  expect(responseOf(listTemplates, await centre.get(path)).templates).toHaveLength(1);
});

const weekdays = [1, 2, 3, 4, 5].map((weekday) => ({ weekday, from: '09:00', to: '18:00' }));
const saturday = { weekday: 6, from: '10:00', to: '14:00' };

test('outside of the office hours the client sees when the centre answers, and can write', async () => {
  const { centre, doctor, context, clock } = await startMessenger();
  const path = '/assistant/messenger/hours';
  expect(responseOf(getMessengerHours, await centre.get(path))).toEqual({
    enabled: false,
    hours: [],
    note: '',
    version: 1,
  });
  const noticeOf = async () => responseOf(getChatHours, await doctor.get('/doctor/messenger/hours')).notice;
  expect(await noticeOf()).toBeNull();
  // open in the first minute of each day only, so the centre is closed while the test runs; a test that begins in it moves the clock
  clock.freeze();
  const minuteAgo = new Date(clock.now().getTime() - 60_000);
  if (dayIn(context.config.timeZone, minuteAgo) !== dayIn(context.config.timeZone, clock.now()))
    clock.advance(60_000);
  const minute = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, from: '00:00', to: '00:01' }));
  const hours = { enabled: true, hours: minute, note: 'Срочно: +7 495 000-00-00', version: 1 };
  expect(responseOf(changeMessengerHours, await centre.put(path, hours))).toEqual({ ...hours, version: 2 });
  expect(await noticeOf()).toMatch(/^Ответим завтра с 0:00\. Срочно: \+7 495 000-00-00$/);
  await write(doctor, 'Пишу ночью');
  // a repeated request, whose first answer was lost
  expect(responseOf(changeMessengerHours, await centre.put(path, hours))).toEqual({ ...hours, version: 2 });
  expect(refusal(await centre.put(path, { ...hours, note: 'Срочно: +7 495 000-00-01' }))).toEqual([
    409,
    'Часы ответа уже изменил другой сотрудник. Закройте окно и откройте его снова',
  ]);
  const overlapping = [...weekdays, { weekday: 1, from: '17:00', to: '19:00' }];
  expect((await centre.put(path, { ...hours, hours: overlapping, version: 2 })).status).toBe(400);
  await centre.put(path, { ...hours, hours: [...weekdays, saturday], version: 2 });
  const { values } = responseOf(listTemplates, await centre.get('/assistant/messenger/templates'));
  expect(values.hours).toBe('пн–пт 9:00–18:00, сб 10:00–14:00');
});

test('the notice about the next answer names its day in the centre’s time zone', async () => {
  const { context } = await startMessenger();
  const at = (instant: string, isClosed?: (day: string) => boolean) =>
    nextAnswer(
      { config: { ...context.config, timeZone: 'Europe/Moscow' }, clock: { now: () => new Date(instant) } },
      [...weekdays, saturday],
      isClosed,
    );
  // 2026-11-23 is a Monday
  expect(at('2026-11-23T08:59:59+03:00')).toBe('Ответим сегодня с 9:00');
  expect(at('2026-11-23T09:00:00+03:00')).toBeNull();
  expect(at('2026-11-23T18:00:00+03:00')).toBe('Ответим завтра с 9:00');
  expect(at('2026-11-28T15:00:00+03:00')).toBe('Ответим в понедельник с 9:00');
  const holidays = (day: string) => day >= '2026-12-31' && day <= '2027-01-08';
  expect(at('2026-12-31T12:00:00+03:00', holidays)).toBe('Ответим 9 января с 10:00');
  expect(at('2027-01-07T12:00:00+03:00', holidays)).toBe('Ответим в субботу с 10:00');
});

test('on a holiday of all locations the client sees when the centre answers next', async () => {
  const { centre, doctor, context, clock } = await startMessenger();
  clock.freeze();
  const always = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, from: '00:00', to: '24:00' }));
  const hours = { enabled: true, hours: always, note: '', version: 1 };
  await centre.put('/assistant/messenger/hours', hours);
  const noticeOf = async () => responseOf(getChatHours, await doctor.get('/doctor/messenger/hours')).notice;
  expect(await noticeOf()).toBeNull();
  const { locations } = responseOf(listLocations, await centre.get('/assistant/schedule/locations'));
  const today = dayIn(context.config.timeZone, context.clock.now());
  const holiday = { locationID: null, name: 'Праздник', firstDate: today, lastDate: today };
  await centre.post('/assistant/schedule/holidays', { holidays: [holiday] });
  expect(await noticeOf()).toBe('Ответим завтра с 0:00');
  // one location is open nevertheless
  const path = `/assistant/schedule/locations/${locations[0]?.locationID}/special-days/${today}`;
  await centre.put(path, { hours: [{ from: '10:00', to: '12:00' }] });
  expect(await noticeOf()).toBeNull();
});
