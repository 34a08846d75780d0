import { sentences } from '../../shared/sentences.ts';
import { Screen } from './screen.tsx';

/** Outside any area: without header and menu. */
export const NotFoundScreen = () => (
  <Screen title={sentences.page.notFound}>{sentences.page.notFoundWhy}</Screen>
);
