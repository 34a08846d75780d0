import { formatMoment } from '../../../shared/dates/dates.ts';
import { counted } from '@snimok/api-client/format-numbers';
import type { Flag, Share } from './queries.ts';

export const FLAG_LABELS: Record<Flag, string> = {
  download: 'Скачивание',
  'remote-viewer': 'Онлайн-просмотр',
};

/** «Скачивание, онлайн-просмотр с разметкой, ПИН-код» */
export const rightsOf = ({
  flags,
  showMarks,
  hasPIN,
}: Pick<Share, 'flags' | 'showMarks' | 'hasPIN'>): string => {
  const labelOf = (flag: Flag) =>
    flag === 'remote-viewer' && showMarks ? `${FLAG_LABELS[flag]} с разметкой` : FLAG_LABELS[flag];
  const rights = [...flags.map(labelOf), hasPIN && 'ПИН-код'].filter((right) => right !== false);
  const [first, ...others] = rights.length > 0 ? rights : ['Только сведения'];
  return [first, ...others.map((right) => (right === 'ПИН-код' ? right : right.toLowerCase()))].join(', ');
};

/** «Открыли 21.11.2026, 13:40, последний раз 22.11.2026, 9:05; скачали 2 раза» */
export const openingsOf = ({ firstOpenedAt, lastOpenedAt, downloads }: Share): string => {
  if (!firstOpenedAt) return 'Ещё не открывали';
  const last = lastOpenedAt !== firstOpenedAt && `последний раз ${formatMoment(lastOpenedAt)}`;
  const opened = [`Открыли ${formatMoment(firstOpenedAt)}`, last].filter(Boolean).join(', ');
  if (downloads === 0) return `${opened}; не скачивали`;
  return `${opened}; скачали ${counted(downloads, 'раз', 'раза', 'раз')}`;
};
