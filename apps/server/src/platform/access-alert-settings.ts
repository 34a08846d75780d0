import { z } from 'zod';
import { switchOf } from './setting-types.ts';

/** The settings of the watch over accounts that open many studies. */
export const accessAlertSettings = {
  ALERT_STUDIES_HOURLY: z
    .string()
    .default('0')
    .refine((text) => /^\d{1,6}$/.test(text), { error: 'must be a number from 0 to 999999' })
    .transform(Number),
  ALERT_SUSPEND: switchOf('off'),
};

export const accessAlertsOf = (s: { ALERT_STUDIES_HOURLY: number; ALERT_SUSPEND: boolean }) => ({
  /** More different studies of one account within an hour raise an alert, and with `suspend` disable it; 0: none do. */
  accessAlerts: { studiesHourly: s.ALERT_STUDIES_HOURLY, suspend: s.ALERT_SUSPEND },
});
