import { MOST_CHARACTERS } from '@snimok/contract/values/lengths';
import { Button, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { Dialog } from '../../../shared/dialogs/dialog.tsx';
import { DialogForm } from '../../../shared/dialogs/dialog-form.tsx';
import { useChangeName } from './queries.ts';
import { Section } from './section.tsx';

interface AccountSectionProps {
  name: string;
  email: string;
  /** false for an earlier version of the server */
  editable: boolean;
}

export function AccountSection({ name, email, editable }: AccountSectionProps) {
  const [opened, { open, close }] = useDisclosure();
  return (
    <Section title="Учётная запись">
      <Text fw={500}>{name}</Text>
      <Text c="dimmed">{email}</Text>
      {editable && (
        <Button variant="default" mt="sm" onClick={open}>
          Изменить имя
        </Button>
      )}
      <Dialog title="Изменить имя" opened={opened} onClose={close}>
        <NameForm name={name} onClose={close} />
      </Dialog>
    </Section>
  );
}

function NameForm({ name, onClose }: { name: string; onClose: () => void }) {
  const change = useChangeName();
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { name },
    validate: { name: (typed) => (typed.trim() === '' ? 'Введите имя' : null) },
  });
  return (
    <DialogForm
      sending={change}
      submitLabel="Сохранить"
      form={form}
      onSubmit={(values) => change.mutateAsync(values.name)}
      onClose={onClose}
    >
      <TextInput
        label="Имя"
        description="Так вас видят остальные: сотрудники центра и коллеги"
        autoComplete="name"
        data-autofocus
        maxLength={MOST_CHARACTERS.name}
        key={form.key('name')}
        {...form.getInputProps('name')}
      />
    </DialogForm>
  );
}
