/** One number a line; empty lines are left out. */
export const phonesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

const MOST_PHONES = 5;
const PHONE = /^(?=(?:\D*\d){5,15}\D*$)\+?[\d\s().-]{1,40}$/;

export const checkPhones = (text: string): string | null => {
  const phones = phonesOf(text);
  if (phones.length > MOST_PHONES) return `Не больше ${MOST_PHONES} телефонов`;
  const wrong = phones.find((phone) => !PHONE.test(phone));
  return wrong === undefined ? null : `«${wrong}» не похоже на телефон. Каждый номер пишите на своей строке`;
};

/** Adds the scheme that the server would add. */
const completed = (typed: string): string =>
  /^[a-z][a-z\d+.-]*:(?!\d)/i.test(typed) ? typed : `https://${typed}`;

/** The URL of a typed address; empty for none, and null if it is not a web address. */
export const websiteOf = (text: string): string | null => {
  const typed = text.trim();
  if (typed === '') return '';
  const url = URL.parse(completed(typed));
  const isWeb = url !== null && /^https?:$/.test(url.protocol) && !url.username && url.hostname.includes('.');
  return isWeb ? completed(typed) : null;
};

export const checkWebsite = (text: string): string | null =>
  websiteOf(text) === null ? 'Введите адрес сайта, например clinic.ru' : null;
