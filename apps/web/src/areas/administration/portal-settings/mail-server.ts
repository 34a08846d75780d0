/** The parts of a MAIL_URL, as people know them from the settings of a mail program. */
export const noMailServer = { host: '', port: '465', user: '', password: '', from: '' };

export type MailServer = typeof noMailServer;

const EMAIL = /[^\s@<>]+@[^\s@<>]+/;

export const checkMailServer = ({ host, port, from }: MailServer) => ({
  host: /^[^\s/:@?#]+$/.test(host.trim()) ? undefined : 'Введите адрес сервера, например smtp.yandex.ru',
  port: /^[1-9]\d{0,4}$/.test(port) && Number(port) < 65_536 ? undefined : 'Введите порт, обычно 465 или 587',
  from: EMAIL.test(from) ? undefined : 'Введите адрес, от которого приходят письма',
});

/**
 * Port 465 is encrypted from the start. On other ports a password is only sent after STARTTLS.
 * @internal
 */
export const mailURLOf = ({ host, port, user, password }: MailServer): string => {
  const scheme = port === '465' ? 'smtps' : 'smtp';
  const credentials = user === '' ? '' : `${encodeURIComponent(user)}:${encodeURIComponent(password)}@`;
  const options = user !== '' && port !== '465' ? '?requireTLS=true' : '';
  return `${scheme}://${credentials}${host.trim()}:${port}${options}`;
};

/** The settings of the server, for the calls. */
export const mailSettingsOf = (server: MailServer) => ({
  MAIL_URL: mailURLOf(server),
  MAIL_FROM: server.from.trim(),
});
