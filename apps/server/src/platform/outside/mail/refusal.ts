import { MailRefusal } from './mail.ts';

/** What nodemailer tells beside the words; see its errors.js. */
interface Failure {
  code?: string;
  /** the server's answer, and its number (RFC 5321 §4.2) */
  response?: string;
  responseCode?: number;
  /** what was answered */
  command?: string;
}

const LONGEST = 500;

const sentences: Record<string, string> = {
  ECONNECTION: 'Нет связи с почтовым сервером',
  ESOCKET: 'Нет связи с почтовым сервером',
  ETIMEDOUT: 'Почтовый сервер не ответил вовремя',
  EDNS: 'Адрес почтового сервера не найден',
  ETLS: 'Защищённое соединение с почтовым сервером не установилось',
  EAUTH: 'Почтовый сервер не принял имя и пароль портала',
};
const anything = 'Письмо не удалось передать почтовому серверу';

/**
 * For good is a 5xx to the recipient or to the letter itself. A 5xx to our greeting, our password or our sender is a
 * fault of the settings: an operator mends it, and the letters that waited go out.
 */
export const refusalOf = (cause: unknown): MailRefusal => {
  const { code = '', response, responseCode = 0, command = '' } = cause as Failure;
  const aboutTheLetter = command === 'RCPT TO' || command === 'DATA';
  const words = response
    ?.replace(/\p{C}+/gu, ' ')
    .trim()
    .slice(0, LONGEST);
  return new MailRefusal(words || (sentences[code] ?? anything), aboutTheLetter && responseCode >= 500);
};
