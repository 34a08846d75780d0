/** Labels of voxels, also those of an external model. */
export const LABEL = { none: 0, upper: 1, lower: 2, otherBone: 3, airway: 4 } as const;
