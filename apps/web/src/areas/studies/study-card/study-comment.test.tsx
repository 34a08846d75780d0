import { updateStudy } from '@snimok/contract/studies/studies';
import { useState } from 'react';
import { showSignedIn } from '../../../testing/show.tsx';
import { expect, page, test } from '../../../testing/test.ts';
import { StudyComment } from './study-comment.tsx';

/** The card, which is opened after the keys of saved input have loaded, and a colleague who changes its comment. */
function Card() {
  const [isOpen, setOpen] = useState(false);
  const [comment, setComment] = useState('Зуб 36');
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Открыть карточку
      </button>
      {isOpen && <StudyComment studyID={1} comment={comment} />}
      <button type="button" onClick={() => setComment('Зуб 36, аллергия')}>
        Коллега сохраняет
      </button>
    </>
  );
}

test('a colleague’s comment is shown during editing, and is overwritten only after the user saw a refusal', async ({
  server,
}) => {
  const error = 'Пока вы меняли комментарий, его изменили (Анна). Проверьте новый текст и сохраните ещё раз';
  const refused = server.refuse(updateStudy, { status: 409, error });
  showSignedIn(<Card />);
  await page.getByRole('button', { name: 'Открыть карточку' }).click();
  await page.getByRole('button', { name: 'Изменить комментарий' }).click();
  await page.getByLabelText('Комментарий', { exact: true }).fill('Зуб 37');
  const notice = page.getByText('Сейчас в карточке другой комментарий: Зуб 36, аллергия');
  await expect.element(notice).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Коллега сохраняет' }).click();
  await expect.element(notice).toBeVisible();

  const save = page.getByRole('button', { name: 'Сохранить' });
  await save.click();
  await expect.element(page.getByRole('alert')).toHaveTextContent(error);
  expect(refused.map(({ body }) => body)).toEqual([{ comment: 'Зуб 37', seen: 'Зуб 36' }]);
  const saved = server.answer(updateStudy, undefined);
  await save.click();
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
  expect(saved.map(({ body }) => body)).toEqual([{ comment: 'Зуб 37', seen: 'Зуб 36, аллергия' }]);
});
