export const PROGRAMS = '/assistant-area/desktop-apps';
export const ENTER_CODE = '/assistant-area/desktop-grant';
export const grantPath = (userCode: string) => `${ENTER_CODE}/${encodeURIComponent(userCode)}`;
