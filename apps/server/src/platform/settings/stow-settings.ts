import { count, duration } from './setting-types.ts';

/** The settings of DICOMweb's store requests (STOW-RS). */
export const stowSettings = {
  STOW_QUIET: duration('0h0m30s'),
  STOW_UNKNOWN_PATIENT: count('999999999', 999_999_999).optional(),
};

export const stowOf = (s: { STOW_QUIET: { ms: number }; STOW_UNKNOWN_PATIENT?: number | undefined }) => ({
  stow: {
    /** A study is complete when no instance of it has arrived for this time. */
    quietMs: s.STOW_QUIET.ms,
    /** The patient's card that gets instances without a study or booking of the portal; undefined: they are refused. */
    unknownPatientID: s.STOW_UNKNOWN_PATIENT,
  },
});
