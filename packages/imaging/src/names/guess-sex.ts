/** The sex according to a Russian or Turkic patronymic; an empty string if the name has none. */
export const guessSex = (name: string): 'male' | 'female' | '' => {
  const words = name.toLocaleLowerCase('ru').split(/[\s.]+/);
  if (words.some((word) => /(вна|чна|шна)$/.test(word) || word === 'кызы')) return 'female';
  if (words.some((word) => /(вич|ьич)$/.test(word) || word === 'оглы')) return 'male';
  return '';
};
