/** «Иванов Иван Иванович» → «Иванов И. И.» */
export function shortName(name: string): string {
  const [family = '', ...others] = name.trim().split(/\s+/);
  return [family, ...others.map((word) => `${[...word][0]}.`)].join(' ');
}
