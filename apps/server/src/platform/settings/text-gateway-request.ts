import type { TextGateway, TextMessage } from './text-gateway.ts';

const PLACEHOLDER = /\{(to|digits|text|id|number)\}/g;

const values = ({ id, number, to, text }: TextMessage): Record<string, string> => ({
  id,
  text,
  to,
  number: String(number),
  digits: to.replace(/\D/g, ''),
});

const fill = (template: string, message: TextMessage, encode: (value: string) => string): string => {
  const known = values(message);
  return template.replace(PLACEHOLDER, (_, name: string) => encode(known[name] ?? ''));
};

const inJSON = (value: string): string => JSON.stringify(value).slice(1, -1);
const asIs = (value: string): string => value;

const isJSON = (body: string): boolean => /^\s*[[{]/.test(body);

/** The gateway's templates with the message in them, each value encoded for its place. */
export const requestFor = ({ url, method, headers, body }: TextGateway, message: TextMessage) => ({
  url: fill(url, message, encodeURIComponent),
  method,
  headers: {
    ...(body !== null && {
      'content-type': isJSON(body)
        ? 'application/json; charset=utf-8'
        : 'application/x-www-form-urlencoded; charset=utf-8',
    }),
    // headers never contain the text, which has letters that headers cannot contain
    ...Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [
        name.toLowerCase(),
        fill(value, { ...message, text: '' }, asIs),
      ]),
    ),
  },
  body: body === null ? null : fill(body, message, isJSON(body) ? inJSON : encodeURIComponent),
});

/** Whether the templates have a place for the number and for the text. */
export const hasPlaceholders = ({ url, body }: TextGateway): boolean => {
  const all = `${url} ${body ?? ''}`;
  return /\{(to|digits)\}/.test(all) && all.includes('{text}');
};
