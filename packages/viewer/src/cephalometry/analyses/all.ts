import type { AnalysisData } from './analysis-data.ts';
import type { CephalogramView } from './landmarks.ts';
import { DOWNS_ANALYSIS } from './downs.ts';
import { FRONTAL } from './frontal.ts';
import { JARABAK_ANALYSIS } from './jarabak.ts';
import { MCNAMARA_ANALYSIS } from './mcnamara.ts';
import { RICKETTS_ANALYSIS } from './ricketts.ts';
import { SOFT_TISSUE_ANALYSIS } from './soft-tissue.ts';
import { STEINER_ANALYSIS } from './steiner.ts';
import { SUMMARY } from './summary.ts';
import { TWEED_ANALYSIS } from './tweed.ts';
import { WITS_ANALYSIS } from './wits.ts';

/** In the order in which they are offered; the first one of a view is shown first. */
export const ANALYSES: readonly AnalysisData[] = [
  SUMMARY,
  STEINER_ANALYSIS,
  TWEED_ANALYSIS,
  WITS_ANALYSIS,
  DOWNS_ANALYSIS,
  RICKETTS_ANALYSIS,
  MCNAMARA_ANALYSIS,
  JARABAK_ANALYSIS,
  SOFT_TISSUE_ANALYSIS,
  FRONTAL,
];

export const analysesOf = (view: CephalogramView): readonly AnalysisData[] =>
  ANALYSES.filter((one) => one.view === view);

/** The chosen analysis of a view, otherwise its first one. */
export function analysisOf(view: CephalogramView, id: string | undefined): AnalysisData {
  const offered = analysesOf(view);
  return offered.find((one) => one.id === id) ?? offered[0]!;
}
