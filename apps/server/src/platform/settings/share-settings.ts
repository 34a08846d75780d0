import { switchOf } from './setting-types.ts';

/** The setting of the links that doctors send. */
export const shareSettings = {
  DOCTOR_EXTERNAL_SHARE_ENABLED: switchOf('on'),
};

export const sharesOf = (s: { DOCTOR_EXTERNAL_SHARE_ENABLED: boolean }) => ({
  /** Has no effect while `studyExternalShareEnabled` is off, because then no link works. */
  doctorExternalShareEnabled: s.DOCTOR_EXTERNAL_SHARE_ENABLED,
});
