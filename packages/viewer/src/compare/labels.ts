import type { Alignment, CompareMode } from './state.ts';

export const MODE_LABELS: Record<CompareMode, string> = {
  beside: 'Рядом',
  blend: 'Наложение',
  checker: 'Шахматка',
  difference: 'Разность',
};

/** What a pane says about an alignment that the user has not confirmed. */
export const UNCONFIRMED_LABELS: Record<Alignment['state'], string | undefined> = {
  centres: 'не совмещено',
  found: 'совмещение не подтверждено',
  manual: 'совмещение не подтверждено',
  accepted: undefined,
};

const LOW_CORRELATION = 0.55;

export const hasLowAgreement = ({ agreement }: Alignment): boolean =>
  agreement !== undefined && agreement.correlation < LOW_CORRELATION;

const percent = (part: number) => `${Math.round(Math.max(0, part) * 100)}\u00a0%`;

/** «Кости совпали на 93 %, общая область 80 %». */
export const agreementLabel = ({ agreement }: Alignment): string | undefined =>
  agreement &&
  `Сходство костей ${percent(agreement.correlation)}, общая область ${percent(agreement.inside)}`;
