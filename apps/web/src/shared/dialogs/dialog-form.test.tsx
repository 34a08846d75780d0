import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { showSignedIn } from '../../testing/show.tsx';
import { expect, page, test, userEvent } from '../../testing/test.ts';
import { Dialog } from './dialog.tsx';
import { DialogForm } from './dialog-form.tsx';

const dialog = page.getByRole('dialog', { name: 'Новая карточка' });
const field = dialog.getByLabelText('Название');
const submit = dialog.getByRole('button', { name: 'Создать' });

function NewCard({ send }: { send: (name: string) => Promise<unknown> }) {
  const [opened, setOpened] = useState(true);
  return (
    <Dialog title="Новая карточка" opened={opened} onClose={() => setOpened(false)}>
      <Fields send={send} onClose={() => setOpened(false)} />
    </Dialog>
  );
}

function Fields({ send, onClose }: { send: (name: string) => Promise<unknown>; onClose: () => void }) {
  const sending = useMutation({ mutationFn: send });
  const form = useForm({
    initialValues: { first: 'заполнено', name: '' },
    validate: { name: (name) => (name === '' ? 'Введите название' : null) },
  });
  return (
    <DialogForm
      sending={sending}
      submitLabel="Создать"
      form={form}
      onSubmit={({ name }) => sending.mutateAsync(name)}
      onClose={onClose}
    >
      <TextInput label="Первое" {...form.getInputProps('first')} />
      <TextInput label="Название" {...form.getInputProps('name')} />
    </DialogForm>
  );
}

/** Two submits in one task: the button is not drawn disabled between them. */
const submitTwice = () => {
  const form = field.element().closest('form');
  form?.requestSubmit();
  form?.requestSubmit();
};

test('a form with a wrong field sends nothing and moves the focus to this field', async () => {
  const sent: string[] = [];
  showSignedIn(<NewCard send={async (name) => sent.push(name)} />);
  await submit.click();
  await expect.element(field).toHaveFocus();
  await expect.element(dialog.getByText('Введите название')).toBeVisible();
  await userEvent.keyboard('Снимки{Enter}');
  await expect.element(dialog).not.toBeInTheDocument();
  expect(sent).toEqual(['Снимки']);
});

test('a form that is submitted twice at once is sent once, and can be sent again after a failure', async () => {
  const sent: string[] = [];
  const failing = Promise.withResolvers<never>();
  const send = (name: string) => (sent.push(name) === 1 ? failing.promise : Promise.resolve());
  showSignedIn(<NewCard send={send} />);
  await field.fill('Снимки');
  submitTwice();
  failing.reject(new Error('Сбой'));
  await expect.element(dialog.getByRole('alert')).toBeVisible();
  expect(sent).toEqual(['Снимки']);
  await submit.click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(sent).toEqual(['Снимки', 'Снимки']);
});

test('the buttons of a long form stay at the lower edge of the dialog, and the focused field is above them', async () => {
  await page.viewport(390, 500);
  showSignedIn(
    <Dialog title="Новая карточка" opened onClose={() => undefined}>
      <LongForm />
    </Dialog>,
  );
  const bottom = () => dialog.element().getBoundingClientRect().bottom;
  const visible = () => submit.element().getBoundingClientRect().bottom;
  await expect.element(submit).toBeVisible();
  await expect.poll(() => bottom() - visible()).toBeLessThan(24);
  expect(visible()).toBeLessThan(500);
  const last = dialog.getByLabelText('Поле 9');
  (last.element() as HTMLElement).focus();
  await expect.poll(() => bottom() - visible()).toBeLessThan(24);
  const footerTop = submit.element().getBoundingClientRect().top - 12;
  expect(last.element().getBoundingClientRect().bottom).toBeLessThanOrEqual(footerTop);
});

function LongForm() {
  const sending = useMutation({ mutationFn: () => Promise.resolve() });
  return (
    <DialogForm
      sending={sending}
      submitLabel="Создать"
      onSubmit={() => sending.mutateAsync()}
      onClose={() => undefined}
    >
      {Array.from({ length: 10 }, (_, at) => (
        <TextInput key={at} label={`Поле ${at}`} defaultValue="" />
      ))}
    </DialogForm>
  );
}
