import { TEETH } from '../values/teeth.ts';

/** The parts that are always separated: both jaws with their teeth, other bone, and the airway. */
export const SEGMENTED_PARTS = ['upper', 'lower', 'otherBone', 'airway'] as const;
export type SegmentedPart = (typeof SEGMENTED_PARTS)[number];

/** `bone.stl` contains all bone and teeth. Positions are in the patient's coordinates (LPS); in GLB, y points upwards. */
export const SEGMENTATION_FILES = ['jaws.glb', 'bone.stl', 'upper.stl', 'lower.stl', 'airway.stl'] as const;
export type SegmentationFileName = (typeof SEGMENTATION_FILES)[number];

/** What one label of a segmentation stands for. */
export interface Structure {
  /** the value of its voxels, 1 to 255 */
  label: number;
  kind: SegmentedPart | 'canal' | 'sinus' | 'tooth' | 'crown' | 'implant';
  /** number or position in ISO 3950, for a tooth, a crown or an implant */
  tooth: number | null;
  /** the name of its node in `structures.glb` */
  node: string;
  /** in Russian */
  name: string;
}

const plain = (label: number, kind: Structure['kind'], node: string, name: string): Structure => ({
  label,
  kind,
  node,
  name,
  tooth: null,
});

/** The label of an artificial crown or of an implant is the number of the tooth plus this. */
const CROWN = 100;
const IMPLANT = 200;
/** The largest number of a permanent tooth; no implant stands in the place of a deciduous one. */
const LAST_PERMANENT = 48;

const ofTooth = (tooth: number): Structure[] => [
  { label: tooth, kind: 'tooth', tooth, node: `tooth-${tooth}`, name: `Зуб ${tooth}` },
  { label: CROWN + tooth, kind: 'crown', tooth, node: `crown-${tooth}`, name: `Коронка на зубе ${tooth}` },
  ...(tooth > LAST_PERMANENT
    ? []
    : [
        {
          label: IMPLANT + tooth,
          kind: 'implant' as const,
          tooth,
          node: `implant-${tooth}`,
          name: `Имплантат на месте зуба ${tooth}`,
        },
      ]),
];

/** The table of labels of contract 2 (docs/segmentation-server.md). Labels 1 to 4 mean the same as in contract 1. */
export const STRUCTURES: ReadonlyMap<number, Structure> = new Map(
  [
    plain(1, 'upper', 'upper', 'Верхняя челюсть'),
    plain(2, 'lower', 'lower', 'Нижняя челюсть'),
    plain(3, 'otherBone', 'otherBone', 'Другие кости'),
    plain(4, 'airway', 'airway', 'Дыхательные пути'),
    plain(5, 'canal', 'canal-right', 'Нижнечелюстной канал справа'),
    plain(6, 'canal', 'canal-left', 'Нижнечелюстной канал слева'),
    plain(7, 'sinus', 'sinus-right', 'Верхнечелюстная пазуха справа'),
    plain(8, 'sinus', 'sinus-left', 'Верхнечелюстная пазуха слева'),
    ...TEETH.flatMap(ofTooth),
  ].map((structure) => [structure.label, structure] as const),
);

/** The findings that a model can report, in the words of a report. The label of a result says where the finding is. */
export const FINDINGS = {
  caries: 'Кариес',
  periapical: 'Очаг разрежения у верхушки корня',
  'root-filling': 'Пломбированные корневые каналы',
  filling: 'Пломба',
  crown: 'Искусственная коронка',
  implant: 'Имплантат',
  missing: 'Зуб отсутствует',
  impacted: 'Ретинированный зуб',
  'root-remnant': 'Остаток корня',
  'root-fracture': 'Перелом корня',
  resorption: 'Резорбция корня',
  'bone-loss': 'Убыль костной ткани',
  cyst: 'Полость с чёткими границами',
  'sinus-thickening': 'Утолщение слизистой оболочки пазухи',
} as const;
export type FindingCode = keyof typeof FINDINGS;
export const FINDING_CODES = Object.keys(FINDINGS) as FindingCode[];

/** What a person has decided about a proposal of a model. */
export const RESULT_STATES = {
  proposed: 'предложено',
  accepted: 'принято',
  rejected: 'отклонено',
} as const;
export type ResultState = keyof typeof RESULT_STATES;
export const RESULT_STATE_NAMES = Object.keys(RESULT_STATES) as ResultState[];

interface Model {
  name: string;
  version: string;
}
/** «DentNet 2.1» */
export const modelName = ({ name, version }: Model): string => `${name} ${version}`;

/** The sentence of a report about a finding of a model. */
export const acceptedFrom = ({ acceptedByName, ...model }: Model & { acceptedByName: string }): string =>
  `По данным программы ${modelName(model)}, принято: ${acceptedByName}`;
