import { useFields } from '../state/store.ts';
import type { AnnotationsStore, DrawnAnnotations } from './annotations-store.ts';

/** The fields of the annotations that panes draw. Saving changes only other fields, so it renders no pane again. */
export const useDrawnAnnotations = (annotations: AnnotationsStore): DrawnAnnotations =>
  useFields(annotations, 'own', 'others', 'plan', 'selected', 'draft', 'shown', 'version');
