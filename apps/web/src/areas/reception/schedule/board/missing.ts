/** «Осталось ввести: ФИО, телефон»; undefined if nothing is missing. */
export function missingInWords(missing: Record<string, boolean>): string | undefined {
  const names = Object.keys(missing).filter((name) => missing[name]);
  return names.length > 0 ? `Осталось ввести: ${names.join(', ')}` : undefined;
}
