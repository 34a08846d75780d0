import { join } from 'node:path';
import { expect, test } from 'vitest';
import { letterFacts as facts } from '../../testing/letter-facts.ts';
import { render, type Template } from './templates.ts';

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
  // only the plain part has a colon after a button
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
