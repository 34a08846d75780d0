import { join } from 'node:path';
import { expect, test } from 'vitest';
import { letterFacts as facts } from '../../testing/pictures-and-documents/letter-facts.ts';
import type { CentreContacts } from '../letterhead/letterhead.ts';
import { render as renderFor, type LetterFacts, type Template } from './templates.ts';

const nameless: CentreContacts = {
  name: '',
  legalName: '',
  address: '',
  phones: [],
  hours: '',
  licence: '',
  website: '',
};
const centre: CentreContacts = {
  name: 'Центр «Резец»',
  legalName: 'ООО «Резец»',
  address: 'Москва, проспект Мира, 1',
  phones: ['+7 495 000-00-00', '+7 495 000-00-01'],
  hours: 'пн–пт 9:00–20:00',
  licence: 'ЛО-77-01-000000',
  website: 'https://rezec.example',
};
const render = <T extends Template>(template: T, given: LetterFacts[T], by = nameless) =>
  renderFor(template, given, by);

const templates = Object.keys(facts) as Template[];
const footer = '\n\n— \n«Снимок», портал диагностического центра\n';

/** The text that the HTML part displays. */
const visibleText = (html: string): string =>
  html
    .replace(/<head>.*?<\/head>/s, '')
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ')
    .trim();

test.for(templates)('the letter %s matches its snapshot', async (template) => {
  const { subject, text, html, attachments = [] } = render(template, facts[template] as never);
  const file = (ending: string) => join(import.meta.dirname, 'snapshots', `${template}.${ending}`);
  await expect(`${subject}\n\n${text}`).toMatchFileSnapshot(file('txt'));
  await expect(html).toMatchFileSnapshot(file('html'));
  for (const { content } of attachments) await expect(content).toMatchFileSnapshot(file('ics'));
});

test.for(['welcome', 'new-password'] as const)(
  'in the letter %s the password is a separate word after «Пароль:»',
  (template) => {
    const { text, html } = render(template, facts[template]);
    expect(text).toMatch(/(^|\s)Пароль: Xk7mPqRs2TuVwY(\s|$)/);
    expect(visibleText(html)).toMatch(/ Пароль: Xk7mPqRs2TuVwY /);
  },
);

test('only the letter of a share without a PIN says that anybody who has the link can open the study', () => {
  const textOf = (hasPIN: boolean) => render('external-share', { ...facts['external-share'], hasPIN }).text;
  expect(textOf(false)).toContain('по ссылке исследование откроет любой, у кого она есть.');
  expect(textOf(true)).not.toContain('любой');
});

test.for(templates)('both parts of the letter %s have the same text, in Russian only', (template) => {
  const { subject, text, html } = render(template, facts[template] as never);
  const plain = text.replace(footer, '');
  const rich = visibleText(html);
  // in the plain part, a colon follows the label of a button
  for (const line of plain.split(/\n+/)) expect(rich).toContain(line.replace(/:$/, ''));
  const own = Object.values(facts[template]).map(String);
  const foreign = own.reduce((words, value) => words.replaceAll(value, ''), `${subject} ${plain} ${rich}`);
  expect(foreign.replaceAll(/E-mail|3D/g, '')).not.toMatch(/[a-z]/i);
  expect(html).toContain('<html lang="ru">');
  expect(html).toMatch(/^<!doctype html>/);
  expect(html).not.toMatch(/<(img|script|link|iframe|form)/);
});

test.for(templates)('HTML in a name is escaped in the letter %s', (template) => {
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

test('a letter shows the name of the centre above the text and its contacts below', async () => {
  const { text, html } = render('study-ready', facts['study-ready'], centre);
  const file = (ending: string) =>
    join(import.meta.dirname, 'snapshots', `study-ready-of-a-centre.${ending}`);
  await expect(text).toMatchFileSnapshot(file('txt'));
  await expect(html).toMatchFileSnapshot(file('html'));
  for (const line of text.split('— \n')[1]?.trim().split('\n') ?? [])
    expect(visibleText(html)).toContain(line);
});

test('HTML in the contacts of the centre is escaped', () => {
  const hostile = '</p><img src=x onerror="alert(1)"><a href="https://evil.test">Центр</a>';
  const { html, subject } = render('study-ready', facts['study-ready'], {
    name: hostile,
    legalName: hostile,
    address: hostile,
    phones: [hostile],
    hours: hostile,
    licence: hostile,
    website: hostile,
  });
  expect(html).not.toContain('<img');
  expect(html.match(/<a /g)).toHaveLength(1);
  expect(subject).not.toContain('img');
});
