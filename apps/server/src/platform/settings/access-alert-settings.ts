import { z } from 'zod';
import { switchOf } from './setting-types.ts';

/** The settings of the alert about accounts that open many studies. */
export const accessAlertSettings = {
  ALERT_STUDIES_HOURLY: z
    .string()
    .default('0')
    .refine((text) => /^\d{1,6}$/.test(text), { error: 'must be a number from 0 to 999999' })
    .transform(Number),
  ALERT_SUSPEND: switchOf('off'),
};

export const accessAlertsOf = (s: { ALERT_STUDIES_HOURLY: number; ALERT_SUSPEND: boolean }) => ({
  /**
   * How many different studies one account may open within an hour. If it opens more, an alert is raised, and with
   * `suspend` the account is disabled; 0: no limit.
   */
  accessAlerts: { studiesHourly: s.ALERT_STUDIES_HOURLY, suspend: s.ALERT_SUSPEND },
});
