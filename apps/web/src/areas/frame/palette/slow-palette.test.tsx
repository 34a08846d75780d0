import { Outlet } from 'react-router';
import { vi } from 'vitest';
import { showRoutes } from '../../../testing/show.tsx';
import { expect, page, test, userEvent } from '../../../testing/test.ts';
import { patientHit } from '../../people/search/assistant-search.tsx';
import { CommandPalette } from './command-palette.tsx';

const loading = vi.hoisted(() => Promise.withResolvers<undefined>());
vi.mock('./palette-dialog.tsx', async (importOriginal) => {
  await loading.promise;
  return importOriginal();
});

const Frame = () => (
  <>
    <CommandPalette
      className={undefined}
      commands={[]}
      label="пациент или клиент"
      queryKey="everybody"
      find={async () => []}
      hitOf={patientHit}
      actionsOf={() => []}
    />
    <Outlet />
  </>
);

test('input typed after Ctrl+K is kept while the commands are still loading', async () => {
  showRoutes([{ path: '/', Component: Frame }], '/');
  const entry = page.getByRole('button', { name: /^Команды/ });
  await expect.element(entry).toBeVisible();
  entry.element().focus();
  // before the page can render the dialog
  const press = (facts: KeyboardEventInit) =>
    entry
      .element()
      .dispatchEvent(new KeyboardEvent('keydown', { ...facts, bubbles: true, cancelable: true }));
  press({ code: 'KeyK', key: 'k', ctrlKey: true });
  for (const key of 'ива') press({ key });
  await userEvent.keyboard('нова');
  const dialog = page.getByRole('dialog', { name: 'Команды и поиск' });
  await expect.element(dialog.getByRole('textbox')).toHaveValue('иванова');
  // there is nothing to choose yet
  await userEvent.keyboard('{Enter}');
  loading.resolve(undefined);
  await expect.element(dialog.getByRole('combobox')).toHaveValue('иванова');
  await userEvent.keyboard(' анна');
  await expect.element(dialog.getByRole('combobox')).toHaveValue('иванова анна');
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(entry).toHaveFocus();
});
