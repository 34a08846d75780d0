type Kind =
  | {
      kind:
        | 'text'
        | 'web-address'
        | 'mail-server'
        | 'sender'
        | 'folder'
        | 'update-source'
        | 'file'
        | 'time'
        | 'time-zone'
        | 'switch';
    }
  | { kind: 'duration'; unit: 'day' | 'hour' | 'minute'; canBeOff?: true }
  /** in gigabytes */
  | { kind: 'size' }
  | { kind: 'count'; least: number; most: number }
  | { kind: 'choice'; choices: readonly (readonly [value: string, label: string])[] };

/** A setting that administrators can change in the browser. */
export interface SettingRow {
  /** as in the environment */
  name: string;
  label: string;
  explanation: string;
  group: string;
  value: Kind;
  /** when a change takes effect */
  effect: 'at-once' | 'restart';
  /** the page shows it only while another setting has this value */
  onlyWith?: { name: string; value: string };
  /** what is wrong with a value, where that does not follow from its kind */
  hint?: string;
  /** encrypted in the database, and never sent to a browser */
  isSecret?: true;
}

const HINTS: Record<Kind['kind'], string> = {
  text: 'проверьте значение',
  'web-address': 'нужен адрес, который начинается с http:// или https://',
  'mail-server': 'нужны адрес сервера и порт, например smtp://mail.center.ru:587',
  sender: 'нужен адрес, например Снимок <portal@center.ru>',
  folder: 'нужен полный путь к папке, например /mnt/backup',
  'update-source':
    'нужен адрес, который начинается с https://, без пароля в нём, или полный путь к папке на сервере',
  file: 'нужен полный путь к файлу, например /etc/ssl/portal.pem',
  time: 'нужно время, например 02:30',
  'time-zone': 'нужно название пояса, например Europe/Moscow',
  switch: 'выберите «Включено» или «Выключено»',
  duration: 'нужен срок больше нуля',
  size: 'нужен размер больше нуля',
  count: 'нужно целое число в допустимых пределах',
  choice: 'выберите одно из значений',
};

/** What is wrong with a value that the portal does not accept. */
export const wrongSetting = ({ label, value, hint }: SettingRow): string =>
  `«${label}»: ${hint ?? HINTS[value.kind]}`;
