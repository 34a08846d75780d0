import { MessageRefusal } from '../message-refusal.ts';

/** The fields of nodemailer's errors; see its errors.js. */
interface Failure {
  code?: string;
  /** the server's reply and the reply's code (RFC 5321 §4.2) */
  response?: string;
  responseCode?: number;
  /** the command that the server replied to */
  command?: string;
}

const MAX_LENGTH = 500;

const sentences: Record<string, string> = {
  ECONNECTION: 'Нет связи с почтовым сервером',
  ESOCKET: 'Нет связи с почтовым сервером',
  ETIMEDOUT: 'Почтовый сервер не ответил вовремя',
  EDNS: 'Адрес почтового сервера не найден',
  ETLS: 'Защищённое соединение с почтовым сервером не установилось',
  EAUTH: 'Почтовый сервер не принял имя и пароль портала',
};
const defaultSentence = 'Письмо не удалось передать почтовому серверу';

/**
 * A 5xx reply is permanent if it concerns the recipient or the letter. A 5xx reply to the greeting, the password or the
 * sender is caused by the settings: once an operator has corrected them, the waiting letters can be sent.
 */
export const refusalOf = (cause: unknown): MessageRefusal => {
  const { code = '', response, responseCode = 0, command = '' } = cause as Failure;
  const concernsLetter = command === 'RCPT TO' || command === 'DATA';
  const text = response
    ?.replace(/\p{C}+/gu, ' ')
    .trim()
    .slice(0, MAX_LENGTH);
  const isPermanent = concernsLetter && responseCode >= 500;
  return new MessageRefusal(text || (sentences[code] ?? defaultSentence), { isPermanent });
};
