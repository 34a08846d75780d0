/** A Russian or Turkic patronymic tells it; where there is none, nobody guesses. */
export const guessSex = (name: string): 'male' | 'female' | '' => {
  const words = name.toLocaleLowerCase('ru').split(/[\s.]+/);
  if (words.some((word) => /(вна|чна|шна)$/.test(word) || word === 'кызы')) return 'female';
  if (words.some((word) => /(вич|ьич)$/.test(word) || word === 'оглы')) return 'male';
  return '';
};
