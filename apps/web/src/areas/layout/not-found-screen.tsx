import { sentences } from '../../shared/sentences.ts';
import { Screen } from './screen.tsx';

/** Outside of any area. */
export const NotFoundScreen = () => (
  <Screen title={sentences.page.notFound}>{sentences.page.notFoundWhy}</Screen>
);
