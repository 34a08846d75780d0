import { count, duration } from './setting-types.ts';

/** The settings of DICOMweb's store requests (STOW-RS). */
export const stowSettings = {
  STOW_QUIET: duration('0h0m30s'),
  STOW_UNKNOWN_PATIENT: count('999999999', 999_999_999).optional(),
};

export const stowOf = (s: { STOW_QUIET: { ms: number }; STOW_UNKNOWN_PATIENT?: number | undefined }) => ({
  stow: {
    /** A study is complete when none of its instances has arrived for this time. */
    quietMs: s.STOW_QUIET.ms,
    /** The patient's card for instances that name no study or booking of the portal; without it, they are refused. */
    unknownPatientID: s.STOW_UNKNOWN_PATIENT,
  },
});
