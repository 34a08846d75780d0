import { parseArgs, type ParseArgsOptionsConfig } from 'node:util';
import { usageError } from './exit-error.ts';

type Options = Record<string, 'string' | 'boolean'>;
type Values<O extends Options> = { [K in keyof O]?: O[K] extends 'string' ? string : boolean };

/** The words after the command, by `node:util`; what it does not know ends the program in Russian. */
export function parseArguments<const O extends Options>(
  args: string[],
  known: O,
): { values: Values<O>; positionals: string[] } {
  const options: ParseArgsOptionsConfig = Object.fromEntries(
    Object.entries(known).map(([name, type]) => [name, { type }]),
  );
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    return { values: values as Values<O>, positionals };
  } catch (problem) {
    const unknown = /'(-[^']*)'/.exec(String(problem))?.[1] ?? '';
    throw usageError(`Непонятный параметр ${unknown}. Справка: snimok --help`);
  }
}

export function parseNumber(text: string | undefined, name: string, fallback?: number): number | undefined {
  if (text === undefined) return fallback;
  const value = Number(text);
  if (!/^\d{1,15}$/.test(text) || !Number.isSafeInteger(value)) throw usageError(`${name}: нужно целое число`);
  return value;
}

export function parseChoice<const W extends string>(
  text: string | undefined,
  words: readonly W[],
  name: string,
): W | undefined {
  if (text === undefined) return undefined;
  const word = words.find((one) => one === text);
  if (word === undefined) throw usageError(`${name}: нужно одно из: ${words.join(', ')}`);
  return word;
}
