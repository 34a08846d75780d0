/** A field with an error: `aria-invalid` on inputs, `data-error` on Mantine's wrapper of a group of controls. */
const INVALID = '[aria-invalid="true"], [data-error] :is(input, textarea, button)';
const WRAPPER = '.mantine-InputWrapper-root';

/** Focuses the first field with an error and shows it with its label and message, after the errors are rendered. */
export function focusFirstError(form: HTMLElement) {
  requestAnimationFrame(() => {
    const field = form.querySelector<HTMLElement>(INVALID);
    if (!field) return;
    const whole = field.closest<HTMLElement>(WRAPPER) ?? field;
    // the browser would show the field itself, but leave its label below the header of the page
    field.focus({ preventScroll: true });
    if (!isUncovered(whole)) whole.scrollIntoView({ block: 'center' });
  });
}

/** Whether top and bottom are inside the window, and neither is covered by a header or a button. */
function isUncovered(element: HTMLElement): boolean {
  const { left, width, top, bottom } = element.getBoundingClientRect();
  return [top + 1, bottom - 1].every((y) => element.contains(document.elementFromPoint(left + width / 2, y)));
}
