interface Declaration {
  label: string;
  /** for names of files and folders */
  shortLabel: string;
  /** for people without medical training */
  plainLabel: string;
  /** the name of the examination in the list of patients on an X-ray machine */
  procedure: string;
  /** the plural form after «новые» */
  plural: string;
  /** shown below the label where the type of a new study is chosen */
  hint: string;
  /** DICOM modality (PS3.3, C.7.3.1.1.1) for a machine that requests no suitable one */
  modality: string;
  /** Its series are layers of a volume, which the viewer shows. Single images, such as a scout, belong to the study as well. */
  hasVolume: boolean;
  /** Its images are shown as pictures; JPEG and PNG are accepted besides DICOM. */
  isPicture: boolean;
  /** A panorama is computed along the dental arch. */
  canHavePanorama: boolean;
  /** Jaws and airway can be segmented in 3D. */
  canBeSegmented: boolean;
}

/**
 * The types of studies: X-ray (2D) and cone-beam computed tomography (3D). Code that needs a volume or pictures checks that
 * property. It names a type only if it means exactly that type.
 */
export const STUDY_TYPES = {
  rg: {
    label: 'Рентген (2D)',
    shortLabel: 'Рентген',
    plainLabel: 'Рентгеновский снимок',
    procedure: 'Рентгеновский снимок',
    plural: 'рентгеновские снимки',
    hint: 'Панорамный, прицельный, телерентгенограмма',
    modality: 'PX',
    hasVolume: false,
    isPicture: true,
    canHavePanorama: false,
    canBeSegmented: false,
  },
  cbct: {
    label: 'КЛКТ (3D)',
    shortLabel: 'КЛКТ',
    plainLabel: 'Объёмный снимок челюстей (КЛКТ)',
    procedure: 'КЛКТ',
    plural: 'КЛКТ',
    hint: 'Объёмное исследование, серия срезов',
    modality: 'CT',
    hasVolume: true,
    isPicture: false,
    canHavePanorama: true,
    canBeSegmented: true,
  },
} as const satisfies Record<string, Declaration>;

export type StudyType = keyof typeof STUDY_TYPES;

export const STUDY_TYPE_NAMES = Object.keys(STUDY_TYPES) as [StudyType, ...StudyType[]];

/** For choices in which volumes are the usual case. */
export const VOLUMES_FIRST = STUDY_TYPE_NAMES.toSorted(
  (one, other) => Number(STUDY_TYPES[other].hasVolume) - Number(STUDY_TYPES[one].hasVolume),
);

/** A value for each type. */
export const byStudyType = <T>(valueOf: (type: StudyType) => T): Record<StudyType, T> =>
  Object.fromEntries(STUDY_TYPE_NAMES.map((type) => [type, valueOf(type)])) as Record<StudyType, T>;

/** The type of the files, from their headers: computed tomography and anything with several frames is a volume. */
export const studyTypeOfFiles = (isVolume: boolean): StudyType => (isVolume ? 'cbct' : 'rg');

/** A volume needs a study whose type has volumes. Such a study also takes single images, such as a scout. */
export const takesFiles = (type: StudyType, files: StudyType): boolean =>
  STUDY_TYPES[type].hasVolume || !STUDY_TYPES[files].hasVolume;
