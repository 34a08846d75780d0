import { erasureSettings, erasuresOf } from './erasure-settings.ts';
import { reportSettings, reportsOf } from './report-settings.ts';
import { shareSettings, sharesOf } from './share-settings.ts';
import { stowOf, stowSettings } from './stow-settings.ts';
import { visitSettings, visitsOf } from './visit-settings.ts';

/** The settings of single features, each in a file of its own. */
export const featureSettings = {
  ...stowSettings,
  ...reportSettings,
  ...visitSettings,
  ...erasureSettings,
  ...shareSettings,
};

export const featuresOf = (
  s: Parameters<typeof stowOf>[0] &
    Parameters<typeof reportsOf>[0] &
    Parameters<typeof visitsOf>[0] &
    Parameters<typeof erasuresOf>[0] &
    Parameters<typeof sharesOf>[0],
) => ({
  ...stowOf(s),
  ...reportsOf(s),
  ...visitsOf(s),
  ...erasuresOf(s),
  ...sharesOf(s),
});
