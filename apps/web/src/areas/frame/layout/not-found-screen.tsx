import { sentences } from '../../../shared/calls/sentences.ts';
import { Screen } from '../../../shared/navigation/screen.tsx';

/** Outside any area: without header and menu. */
export const NotFoundScreen = () => (
  <Screen title={sentences.page.notFound}>{sentences.page.notFoundWhy}</Screen>
);
