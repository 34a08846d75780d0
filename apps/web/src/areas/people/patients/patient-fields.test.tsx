import { show } from '../../../testing/show.tsx';
import { expect, page, test } from '../../../testing/test.ts';
import { emptyPatient, PatientFields } from './patient-fields.tsx';

test('an example of a telephone number is shown only in an enabled field', async () => {
  const fields = { values: emptyPatient, errors: {}, onChange: () => undefined };
  const { remove } = show(<PatientFields {...fields} />);
  await expect.element(page.getByLabelText('Телефон')).toHaveAttribute('placeholder', '+79991234567');
  remove();
  show(<PatientFields {...fields} disabled />);
  await expect.element(page.getByLabelText('Телефон')).toHaveAttribute('placeholder', '');
});
