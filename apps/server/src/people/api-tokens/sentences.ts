export const sentences = {
  tokenInvalid: 'Токен не действует: его отозвали, его срок истёк, или учётная запись создателя отключена',
  tokenWrongNetwork: 'Токен не принимается с этого адреса сети',
  scopeWithoutRight: (label: string) => `Для этого доступа вам самим нужно право «${label}»`,
  tooManyApiTokens: 'Токенов слишком много. Отзовите те, которыми не пользуетесь',
  noToken: 'Такого токена нет',
  tokenEnded: 'Токен уже не действует',
  tooManyRequests: 'Слишком много запросов с этим токеном. Повторите позже',
} as const;
