interface Place {
  /** where browsers offer passkeys of this portal; null: nowhere; undefined: the server does not say */
  passkeyHost: string | null | undefined;
  hostname: string;
  isSecure: boolean;
  hasPasskeys: boolean;
}

/** Why the page cannot add a passkey; null if it can, or if the server has none. */
export const whyNoPasskeys = ({ passkeyHost, hostname, isSecure, hasPasskeys }: Place): string | null => {
  if (passkeyHost === undefined) return null;
  if (passkeyHost === null)
    return 'Ключей доступа здесь нет: адрес портала состоит из чисел, а браузеры хранят ключи только для имени сайта.';
  if (passkeyHost !== hostname)
    return `Ключ доступа можно добавить, если открыть портал по адресу ${passkeyHost}: браузеры хранят ключи только для этого имени.`;
  if (!isSecure) return 'Ключ доступа можно добавить только по защищённому соединению (https).';
  return hasPasskeys
    ? null
    : 'Этот браузер не умеет хранить ключи доступа. Откройте портал в другом браузере.';
};
