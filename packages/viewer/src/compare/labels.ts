import type { GreyMatch } from '@snimok/imaging/stitching/match-greys';
import type { StitchRefusal } from '@snimok/imaging/stitching/stitch-volumes';
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

/** What ended the stitching although the scans may fit together. */
export const STITCH_FAILURE = {
  memory: 'Не сшито: этому устройству не хватило памяти.',
  connection: 'Не сшито: нет связи с порталом. Повторите попытку.',
} as const;

interface RefusedStitching {
  refusal: StitchRefusal;
  match: Pick<GreyMatch, 'overlapShare' | 'correlation'>;
}

/** Why two scans were not joined, and what can be done about it. */
export function stitchRefusal({ refusal, match }: RefusedStitching): string {
  switch (refusal) {
    case 'overlap':
      return `Не сшито: общая область слишком мала, чтобы проверить совмещение (${percent(match.overlapShare)} меньшего снимка). Нужно не меньше ${percent(0.1)} и двух зубов.`;
    case 'unlike':
      return `Не сшито: в общей области снимки не совпадают (сходство ${percent(match.correlation)}). Поправьте совмещение и подтвердите его снова.`;
    case 'memory':
      return 'Не сшито: общий объём слишком велик для этого устройства.';
  }
}
