/** Fictitious people, whose names are combined from the lists below. */
export interface Person {
  name: string;
  sex: 'male' | 'female';
  birthday: string;
  phone: string;
}

const surnames = [
  'Берёзкин',
  'Васильев',
  'Громов',
  'Ежов',
  'Ёлкин',
  'Журавлёв',
  'Зимин',
  'Калинин',
  'Лебедев',
  'Морозов',
  'Орлов',
  'Соколов',
];
const men = ['Алексей', 'Дмитрий', 'Егор', 'Кирилл', 'Михаил', 'Пётр'];
const women = ['Алёна', 'Вера', 'Дарья', 'Мария', 'Ольга', 'Софья'];
const fathers = ['Андреев', 'Борисов', 'Викторов', 'Олегов', 'Павлов', 'Юрьев'];

/** The same people at every call, so that every demonstration centre is the same. */
export const inventPeople = (count: number): Person[] =>
  Array.from({ length: count }, (_, i) => {
    const female = i % 2 === 1;
    const surname = surnames[i % surnames.length] ?? '';
    const given = (female ? women : men)[(i * 5 + Math.floor(i / 12)) % 6] ?? '';
    const father = fathers[(i * 7 + 3) % 6] ?? '';
    const two = (n: number) => String(n).padStart(2, '0');
    return {
      name: `${surname}${female ? 'а' : ''} ${given} ${father}${female ? 'на' : 'ич'}`,
      sex: female ? 'female' : 'male',
      birthday: `${1948 + ((i * 11) % 60)}-${two(1 + ((i * 5) % 12))}-${two(1 + ((i * 7) % 28))}`,
      // numbers 000-… are not assigned to subscribers
      phone: `+7 900 000-${two((i * 13) % 100)}-${two((i * 37) % 100)}`,
    };
  });

export const clinics = [
  {
    name: 'Клиника «Белая линия»',
    email: 'clinic@demo.example',
    featureFlags: ['remote-viewer', 'schedule'],
  },
  { name: 'Соколова Вера Андреевна', email: 'doctor@demo.example', featureFlags: ['remote-viewer'] },
  { name: 'Стоматология на Садовой', email: 'sadovaya@demo.example', featureFlags: [] },
] as const;

export const assistants = [
  { name: 'Орлова Дарья', email: 'assistant@demo.example' },
  { name: 'Зимин Кирилл', email: 'assistant2@demo.example' },
] as const;
