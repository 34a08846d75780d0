import { accessAlertSettings, accessAlertsOf } from './access-alert-settings.ts';
import { singleSignOnOf, singleSignOnSettings } from './single-sign-on-settings.ts';

/** The settings of accounts that are declared in files of their own. */
export const accountSettings = { ...singleSignOnSettings, ...accessAlertSettings };

export const accountSettingsOf = (
  s: Parameters<typeof singleSignOnOf>[0] & Parameters<typeof accessAlertsOf>[0],
) => ({
  ...singleSignOnOf(s),
  ...accessAlertsOf(s),
});
