import { Checkbox } from '@mantine/core';
import type { KeyboardEvent } from 'react';
import type { Column } from '../../../../shared/lists/rows-table.tsx';
import type { AssistantStudy } from '../../studies/queries.ts';
import type { Selection } from './use-selection.ts';

/** Moves to the checkbox of the row above or below; with Shift the range up to it is selected, as in a mail program. */
function moveByArrow(event: KeyboardEvent<HTMLInputElement>, select: (studyID: number) => void) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!step) return;
  event.preventDefault();
  const boxes = [
    ...(event.currentTarget.closest('tbody')?.querySelectorAll<HTMLInputElement>('input[data-study]') ?? []),
  ];
  const next = boxes[boxes.indexOf(event.currentTarget) + step];
  next?.focus();
  if (next && event.shiftKey) select(Number(next.dataset['study']));
}

/** A checkbox for each study, and one for all of the page. */
export const selectColumn = (
  selection: Selection<AssistantStudy>,
  count: number,
): Column<AssistantStudy> => ({
  label: 'Выбрать',
  width: 44,
  box: true,
  head: (
    <Checkbox
      aria-label="Выбрать все исследования на странице"
      checked={count > 0 && selection.selected.length === count}
      indeterminate={selection.selected.length > 0 && selection.selected.length < count}
      onChange={selection.selectAll}
    />
  ),
  cell: ({ studyID, patientName }) => (
    <span>
      <Checkbox
        data-study={studyID}
        aria-label={`Выбрать: ${patientName || 'не указано'}`}
        checked={selection.isSelected(studyID)}
        // the state changes in the click event, which reports the Shift key; Space causes a click too
        onChange={() => undefined}
        onClick={({ shiftKey }) => selection.toggle(studyID, shiftKey)}
        onKeyDown={(event) => moveByArrow(event, (id) => selection.toggle(id, true))}
      />
    </span>
  ),
});
