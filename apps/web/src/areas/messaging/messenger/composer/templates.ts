import type { listTemplates } from '@snimok/contract/messaging/messenger-office';
import type { ResponseOf } from '@snimok/contract/platform/endpoint';

type Templates = ResponseOf<typeof listTemplates>;
export type Template = Templates['templates'][number];

/** A template's text with the client's name and the facts of the centre; a placeholder without a value stays. */
export const fillTemplate = (text: string, { centre, hours }: Templates['values'], name: string): string =>
  [
    ['{имя}', name],
    ['{центр}', centre],
    ['{часы}', hours],
  ].reduce(
    (filled, [placeholder = '', value]) => (value ? filled.replaceAll(placeholder, value) : filled),
    text,
  );

/** The templates that contain the text; first those with the text in their title. */
export const findTemplates = (templates: Template[], text: string): Template[] => {
  const sought = text.toLowerCase();
  const has = (value: string) => value.toLowerCase().includes(sought);
  return [
    ...templates.filter(({ title }) => has(title)),
    ...templates.filter((template) => !has(template.title) && has(template.text)),
  ];
};
