import { parseArgs, type ParseArgsOptionsConfig } from 'node:util';
import { usageError } from './program/exit-error.ts';

type Options = Record<string, 'string' | 'boolean'>;
type Values<O extends Options> = { [K in keyof O]?: O[K] extends 'string' ? string : boolean };

/** Parses the arguments after the command; throws a usage error in Russian for an unknown option. */
export function parseArguments<const O extends Options>(
  args: string[],
  optionTypes: O,
): { values: Values<O>; positionals: string[] } {
  const options: ParseArgsOptionsConfig = Object.fromEntries(
    Object.entries(optionTypes).map(([name, type]) => [name, { type }]),
  );
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    return { values: values as Values<O>, positionals };
  } catch (problem) {
    const unknown = /'(-[^']*)'/.exec(String(problem))?.[1] ?? '';
    throw usageError(`Непонятный параметр ${unknown}. Справка: snimok --help`);
  }
}

export function parseNumber(text: string | undefined, name: string): number | undefined {
  if (text === undefined) return undefined;
  const value = Number(text);
  if (!/^\d{1,15}$/.test(text) || !Number.isSafeInteger(value))
    throw usageError(`${name}: нужно целое число`);
  return value;
}

export function parseChoice<const W extends string>(
  text: string | undefined,
  choices: readonly W[],
  name: string,
): W | undefined {
  if (text === undefined) return undefined;
  const choice = choices.find((one) => one === text);
  if (choice === undefined) throw usageError(`${name}: нужно одно из: ${choices.join(', ')}`);
  return choice;
}
