import { expect, test } from 'vitest';
import { startServer } from '../testing/server.ts';
import { until } from '../testing/until.ts';
import { deliverLetter } from './send.ts';
import { type LetterFacts, render, type Template } from './templates.ts';

const booking = {
  name: 'Анна',
  patient: 'И. И. С.',
  location: 'Центр на Мира',
  address: 'проспект Мира, 1',
  moment: 'понедельник, 23 ноября, 10:30',
  beginsAt: '2026-11-23T07:30:00.000Z',
  endsAt: '2026-11-23T08:00:00.000Z',
  bookingID: 7,
  sequence: 2,
  writtenAt: '2026-11-21T09:00:00.000Z',
  reason: 'Аппарат на обслуживании',
  scheduleURL: 'https://snimok.example/doctor-area/schedule',
};
const facts: LetterFacts = {
  booking,
  'booking-moved': booking,
  'booking-cancelled': booking,
  'booking-reminder': booking,
  welcome: {
    name: 'Анна',
    email: 'anna@clinic.test',
    password: 'Xk7mPqRs2TuVwY',
    signInURL: 'https://snimok.example',
  },
  'new-password': {
    name: 'Анна',
    email: 'anna@clinic.test',
    password: 'Xk7mPqRs2TuVwY',
    signInURL: 'https://snimok.example',
  },
  'password-reset': { name: 'Анна', resetURL: 'https://snimok.example/forgot-password/t0-ken', minutes: 60 },
  'patient-share': { name: 'Анна', ownerName: 'Борис', patientURL: 'https://snimok.example/doctor-area/x' },
  'access-request': { name: 'Анна', askerName: 'Борис', shareURL: 'https://snimok.example/doctor-area/x' },
  'external-share': {
    shareURL: 'https://snimok.example/external-area/study#t0-ken',
    lastDay: '2026-12-21',
    hasPIN: true,
  },
};
const templates = Object.keys(facts) as Template[];
const footer = '\n\n— \n«Снимок», портал диагностического центра\n';

/** What a person reads of the rich part. */
const wordsOf = (html: string): string =>
  html
    .replace(/<title>.*?<\/title>/s, '')
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ')
    .trim();

test('a new client is welcomed with what she needs to sign in', () => {
  const { subject, text } = render('welcome', facts.welcome);
  expect(subject).toBe('Добро пожаловать в «Снимок»');
  expect(text).toBe(
    `Здравствуйте, Анна!\n\nДиагностический центр открыл для вас личный кабинет: в нём вы увидите снимки своих пациентов, сможете скачать их и показать коллегам.\n\nE-mail: anna@clinic.test\n\nПароль: Xk7mPqRs2TuVwY\n\nВойти в кабинет:\nhttps://snimok.example\n\nНикому не сообщайте пароль. Его можно сменить в любой момент по ссылке «Забыли пароль?» на странице входа.${footer}`,
  );
});

test('a new password comes with the word that the old one is over', () => {
  const { subject, text } = render('new-password', facts['new-password']);
  expect(subject).toBe('Новый пароль от кабинета «Снимок»');
  expect(text).toBe(
    `Здравствуйте, Анна!\n\nДиагностический центр выдал вам новый пароль. Прежний больше не действует.\n\nE-mail: anna@clinic.test\n\nПароль: Xk7mPqRs2TuVwY\n\nВойти в кабинет:\nhttps://snimok.example${footer}`,
  );
});

test('a forgotten password is a link, and advice to whoever forgot nothing', () => {
  const { subject, text } = render('password-reset', facts['password-reset']);
  expect(subject).toBe('Восстановление пароля от кабинета «Снимок»');
  expect(text).toContain('Задать новый пароль:\nhttps://snimok.example/forgot-password/t0-ken\n');
  expect(text).toContain(
    'Если вы не просили восстановить пароль, просто удалите это письмо: ничего не изменится.',
  );
  expect(text.endsWith(footer)).toBe(true);
});

test.for(templates)('both parts of the letter %s say the same, in Russian alone', (template) => {
  const { subject, text, html } = render(template, facts[template] as never);
  const plain = text.replace(footer, '');
  const rich = wordsOf(html);
  // a button's colon stands in the plain part alone
  for (const line of plain.split(/\n+/)) expect(rich).toContain(line.replace(/:$/, ''));
  const own = Object.values(facts[template]).map(String);
  const foreign = own.reduce((words, value) => words.replaceAll(value, ''), `${subject} ${plain} ${rich}`);
  expect(foreign.replaceAll('E-mail', '')).not.toMatch(/[a-z]/i);
  expect(html).toContain('<html lang="ru">');
  expect(html).toMatch(/^<!doctype html>/);
  expect(html).not.toMatch(/<(img|script|link|iframe|form)/);
});

test.for(templates)('a name full of marks stays a name in the letter %s', (template) => {
  const hostile = `<img src=x onerror="alert('1')">&amp;</p><a href='https://evil.test'>`;
  const given = Object.fromEntries(
    Object.entries(facts[template]).map(([key, value]) => [
      key,
      typeof value === 'string' && key !== 'lastDay' ? `${value}${hostile}` : value,
    ]),
  );
  const { subject, text, html } = render(template, given as never);
  expect(html).not.toContain('<img');
  expect(html).not.toContain("<a href='");
  expect(html.match(/<a /g)).toHaveLength(1);
  expect(html).toContain('&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;&amp;amp;&lt;/p&gt;');
  expect(text).toContain(hostile);
  expect(subject).not.toContain('<');
});

test('a letter that the mail server refuses is tried again within a minute, sent once, and forgotten', async () => {
  const { as, make, context, outbox } = await startServer();
  const refusals: string[] = [];
  context.mail = {
    async send(letter) {
      if (refusals.length < 2) {
        refusals.push(letter.to);
        throw new Error('450 mailbox busy');
      }
      outbox.push(letter);
    },
  };
  const assistant = await as(await make.assistant());
  await assistant.post('/assistant/doctors', { name: 'Анна', email: 'anna@clinic.test' });
  const row = () => context.db.selectFrom('letters').selectAll().executeTakeFirstOrThrow();
  const { id, facts: waiting } = await row();
  expect(waiting).toMatchObject({ password: expect.stringMatching(/^\w{14}$/) });
  const jobs = await context.pool.query(`select max_attempts from graphile_worker.jobs`);
  expect(jobs.rows).toEqual([{ max_attempts: 13 }]);

  for (const attempts of [1, 2]) {
    await expect(deliverLetter(context, { letterID: id })).rejects.toThrow(`letter ${id} was not taken`);
    expect(await row()).toMatchObject({
      attempts,
      sentAt: null,
      lastError: '450 mailbox busy',
      facts: waiting,
    });
  }
  await Promise.all([1, 2, 3].map(() => deliverLetter(context, { letterID: id })));
  expect(outbox).toHaveLength(1);
  const { facts: left, ...sent } = await row();
  expect(sent).toMatchObject({ attempts: 3, sentAt: expect.any(Date), lastError: null });
  expect(left).toEqual({});
});

test('the worker itself tries again, and the letter arrives', async () => {
  const server = await startServer();
  const { context, outbox } = server;
  let refused = 0;
  const { send } = context.mail;
  context.mail = {
    send: async (letter) => (refused++ === 0 ? Promise.reject(new Error('450')) : send(letter)),
  };
  await server.work();
  const { email } = await server.make.doctor();
  await server.nobody.post('/auth/password/reset/request', { email });
  const next = await until('the letter to wait for its next try', async () => {
    const { rows } = await context.pool.query(
      `select extract(epoch from run_at - now())::float as seconds from graphile_worker.jobs where attempts = 1 and locked_at is null`,
    );
    return rows[0] as { seconds: number } | undefined;
  });
  expect(next.seconds).toBeLessThan(60);
  await until('the letter', () => outbox[0]);
  expect(outbox).toMatchObject([{ to: email }]);
  expect(refused).toBe(2);
});

test('a client who could not be made gets no letter', async () => {
  const { as, make, context } = await startServer();
  const assistant = await as(await make.assistant());
  await make.doctor({ email: 'anna@clinic.test' });
  expect(
    (await assistant.post('/assistant/doctors', { name: 'Анна', email: 'anna@clinic.test' })).status,
  ).toBe(409);
  expect(await context.db.selectFrom('letters').selectAll().execute()).toEqual([]);
});
