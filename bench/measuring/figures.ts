/** A result of a benchmark, to be printed as Markdown. */
export interface Table {
  title: string;
  head: string[];
  rows: string[][];
}

export type Benchmark = () => Promise<Table[]>;

export const percentile = (values: number[], share: number): number => {
  const ordered = values.toSorted((a, b) => a - b);
  return ordered[Math.min(ordered.length - 1, Math.floor(ordered.length * share))] ?? Number.NaN;
};

export const median = (values: number[]): number => percentile(values, 0.5);

/** Formats with three significant digits; more would be noise. */
export const shown = (value: number): string => {
  if (value >= 100) return value.toFixed(0);
  return value >= 10 ? value.toFixed(1) : value.toFixed(2);
};

export const markdown = ({ title, head, rows }: Table): string => {
  const widths = head.map((cell, i) => Math.max(...[cell, ...rows.map((row) => row[i] ?? '')].map(length)));
  const line = (cells: string[]) =>
    `| ${cells.map((cell, i) => (i ? padStart : padEnd)(cell, widths[i] ?? 0)).join(' | ')} |`;
  const rule = `|${widths.map((width, i) => (i ? `${'-'.repeat(width + 1)}:` : '-'.repeat(width + 2))).join('|')}|`;
  return [`### ${title}`, '', line(head), rule, ...rows.map(line), ''].join('\n');
};

const length = (text: string) => [...text].length;
const padStart = (text: string, width: number) => ' '.repeat(width - length(text)) + text;
const padEnd = (text: string, width: number) => text + ' '.repeat(width - length(text));
