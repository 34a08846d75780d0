import type { Formula, Line } from './formula.ts';

/** Lines of the lateral view that several analyses measure; backwards to forwards, or downwards. */
export const SN: Line = ['S', 'N'];
export const NS: Line = ['N', 'S'];
export const FRANKFORT: Line = ['Po', 'Or'];
export const PALATE: Line = ['PNS', 'ANS'];
export const MANDIBLE: Line = ['Go', 'Me'];
export const GO_GN: Line = ['Go', 'Gn'];
export const FACE: Line = ['N', 'Pog'];
export const NA: Line = ['N', 'A'];
export const NB: Line = ['N', 'B'];
export const A_POG: Line = ['A', 'Pog'];
/** The line between the middles of what overlaps at the first molars and at the incisors, as Downs and Steiner draw it. */
export const OCCLUSION: Line = ['OcM', { middle: ['U1', 'L1'] }];
/** Without the incisors, as Jacobson draws it. */
export const FUNCTIONAL_OCCLUSION: Line = ['OcM', 'OcP'];
/** From the apex to the edge. */
export const UPPER_INCISOR: Line = ['U1A', 'U1'];
export const LOWER_INCISOR: Line = ['L1A', 'L1'];
/** Tangent to nose and chin. */
export const ESTHETIC: Line = ['Pn', "Pog'"];

/** How much more steeply the lower of two planes descends than the upper one; both run forwards. */
export const descent = (upper: Line, lower: Line, front: string): Formula => ({
  lean: [upper, lower],
  towards: front,
});

/** Formulas that several analyses share. */
export const SNA: Formula = { angle: ['S', 'N', 'A'] };
export const SNB: Formula = { angle: ['S', 'N', 'B'] };
/** Negative where B is in front of A. */
export const ANB: Formula = { difference: [SNA, SNB] };
export const FMA: Formula = descent(FRANKFORT, MANDIBLE, 'Me');
/** The angle towards the tongue. */
export const IMPA: Formula = { between: [['Me', 'Go'], LOWER_INCISOR] };
export const INTERINCISAL: Formula = { between: [UPPER_INCISOR, LOWER_INCISOR] };
/** The distance of an incisor's edge in front of the line NA, which S is behind. */
export const U1_NA_MM: Formula = { offset: 'U1', from: NA, awayFrom: 'S' };
export const L1_NB_MM: Formula = { offset: 'L1', from: NB, awayFrom: 'S' };
export const Y_AXIS: Formula = { between: [FRANKFORT, ['S', 'Gn']] };
export const FACIAL_ANGLE: Formula = { between: [['Or', 'Po'], FACE] };
export const HEIGHT_RATIO: Formula = { ratio: [{ distance: ['S', 'Go'] }, { distance: ['N', 'Me'] }] };
