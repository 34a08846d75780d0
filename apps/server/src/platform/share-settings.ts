import { switchOf } from './setting-types.ts';

/** The setting of the links that doctors send. */
export const shareSettings = {
  DOCTOR_EXTERNAL_SHARE_ENABLED: switchOf('on'),
};

export const sharesOf = (s: { DOCTOR_EXTERNAL_SHARE_ENABLED: boolean }) => ({
  /** Without effect while `studyExternalShareEnabled` is off, which ends all links. */
  doctorExternalShareEnabled: s.DOCTOR_EXTERNAL_SHARE_ENABLED,
});
