/** The text for locations that have none. */
const PREPARATION =
  'Перед исследованием нужно снять металлические украшения и аксессуары с головы и шеи, очки и съёмные протезы. ' +
  'Возьмите с собой паспорт, направление врача и прежние снимки, если они есть.';

/** How patients prepare for a visit and what they bring, for confirmations, reminders and the page of the visit. */
export const preparationOf = ({ locationPreparation }: { locationPreparation: string }): string =>
  locationPreparation || PREPARATION;
