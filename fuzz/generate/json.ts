import type { Random } from './random.ts';

/** The part of JSON Schema 2020-12 that the published OpenAPI document uses. */
export interface Schema {
  type?: string | string[];
  properties?: Record<string, Schema>;
  items?: Schema;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  format?: string;
  additionalProperties?: Schema | boolean;
}

const deep = (levels: number): unknown => {
  let value: unknown = 1;
  for (let left = levels; left > 0; left -= 1) value = [value];
  return value;
};

export const HOSTILE_TEXTS = [
  '',
  ' ',
  '\0',
  '\ud800',
  '\u202eexe.gpj',
  '👩‍⚕️',
  "' or 1=1 --",
  '${7*7}',
  '<img src=x onerror=alert(1)>',
  '../../../../etc/passwd',
  '%00',
  '__proto__',
  'constructor',
  'NaN',
  '1e400',
  '-0',
  '9007199254740993',
  '99999999999999999999',
  '2026-02-30',
  '0000-00-00',
  '+275760-09-13',
  '00000000-0000-0000-0000-000000000000',
  'a@b',
  'я'.repeat(5_000),
  '1\r\nSet-Cookie: a=b',
];

const hostile = (random: Random): unknown =>
  random.pick<() => unknown>([
    () => null,
    () => [],
    () => ({}),
    () => true,
    () => -1,
    () => 1e308,
    () => 2 ** 53,
    () => 0.1,
    () => deep(random.pick([10, 2_000])),
    () => JSON.parse('{"__proto__":{"admin":true},"constructor":{"prototype":{}}}') as unknown,
    () => Array.from({ length: 3_000 }, () => 'x'),
    () => random.pick(HOSTILE_TEXTS),
  ])();

const textFor = (format: string | undefined, random: Random): string => {
  if (random.chance(0.2)) return random.pick(HOSTILE_TEXTS);
  if (format === 'uuid') return '3b241101-e2bb-4255-8caf-4136c566a962';
  if (format === 'date') return '2026-11-22';
  if (format === 'date-time') return '2026-11-22T10:00:00Z';
  if (format === 'email') return `user${random.int(5)}@fuzz.test`;
  return random.pick([
    'Иванов Иван Иванович',
    '+79991234567',
    'rg',
    'cbct',
    'male',
    '1980-01-02',
    '09:00',
    'Horosho-4itaem1',
  ]);
};

const scalarOf = (type: string | undefined, format: string | undefined, random: Random): unknown => {
  switch (type) {
    case 'integer':
      return random.pick([0, 1, 2, 3, 5, 30, -1, 2 ** 31, 2 ** 53]);
    case 'number':
      return random.pick([0, 0.5, -1, 40, 1e9]);
    case 'boolean':
      return random.chance(0.5);
    case 'null':
      return null;
    default:
      return textFor(format, random);
  }
};

const objectOf = ({ properties = {} }: Schema, random: Random, depth: number): unknown => {
  const given = Object.entries(properties).filter(() => random.chance(0.9));
  const extra = random.chance(0.1) ? [['featureFlags', hostile(random)]] : [];
  return Object.fromEntries([...given.map(([name, of]) => [name, valueOf(of, random, depth + 1)]), ...extra]);
};

/** A value that mostly follows the schema, with hostile values in some places. */
export const valueOf = (schema: Schema, random: Random, depth = 0): unknown => {
  if (random.chance(0.1) || depth > 8) return hostile(random);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return random.pick(schema.enum);
  const alternatives = schema.anyOf ?? schema.oneOf ?? schema.allOf;
  if (alternatives) return valueOf(random.pick(alternatives), random, depth + 1);
  const type = Array.isArray(schema.type) ? random.pick(schema.type) : schema.type;
  switch (type) {
    case 'object':
      return objectOf(schema, random, depth);
    case 'array':
      return Array.from({ length: random.int(4) }, () => valueOf(schema.items ?? {}, random, depth + 1));
    default:
      return scalarOf(type, schema.format, random);
  }
};
