import { useFields } from '../state/store.ts';
import type { AnnotationsStore, DrawnAnnotations } from './annotations-store.ts';

/** What panes draw of the annotations. Saving them changes only the other fields, so it renders no pane again. */
export const useDrawnAnnotations = (annotations: AnnotationsStore): DrawnAnnotations =>
  useFields(annotations, 'own', 'others', 'plan', 'selected', 'draft', 'shown', 'version');
