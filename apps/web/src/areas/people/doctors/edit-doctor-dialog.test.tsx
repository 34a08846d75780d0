import { useDisclosure } from '@mantine/hooks';
import { getDoctor } from '@snimok/contract/people/doctors';
import { CLIENT } from '../../../testing/answers.ts';
import { showSignedIn } from '../../../testing/show.tsx';
import { expect, page, test } from '../../../testing/test.ts';
import { EditDoctorDialog } from './edit-doctor-dialog.tsx';

function Edit() {
  const [opened, { open, close }] = useDisclosure();
  return (
    <>
      <button type="button" onClick={open}>
        Изменить
      </button>
      <EditDoctorDialog doctorID={opened ? CLIENT.doctorID : undefined} onClose={close} />
    </>
  );
}

test('a client that could not be loaded is loaded again when the dialog is opened again', async ({
  server,
}) => {
  server.refuse(getDoctor, { status: 409, error: 'Карточка клиента сейчас меняется' });
  showSignedIn(<Edit />);
  await page.getByRole('button', { name: 'Изменить' }).click();
  const dialog = page.getByRole('dialog', { name: 'Редактировать клиента' });
  await expect.element(dialog.getByRole('alert')).toMatchTextContent(/Карточка клиента сейчас меняется/);
  await dialog.getByRole('button', { name: 'Закрыть' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  server.answer(getDoctor, CLIENT);
  await page.getByRole('button', { name: 'Изменить' }).click();
  await expect.element(dialog.getByLabelText('Врач или клиника')).toHaveValue(CLIENT.name);
});
