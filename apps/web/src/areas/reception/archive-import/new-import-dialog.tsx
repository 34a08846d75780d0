import { FileInput, NumberInput, SimpleGrid, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useNavigate } from 'react-router';
import { useRequestUUID } from '../../../shared/calls/use-request-uuid.ts';
import { Dialog } from '../../../shared/dialogs/dialog.tsx';
import { DialogForm } from '../../../shared/dialogs/dialog-form.tsx';
import { ClientSelect } from '../../people/doctors/client-select.tsx';
import { useCreateImport } from './queries.ts';
import { SourceFields } from './source-fields.tsx';
import { EMPTY_SOURCE, SOURCE_CHECKS, sourceOf, type SourceValues } from './source-form.ts';

interface NewImportDialogProps {
  opened: boolean;
  onClose: () => void;
}

export const NewImportDialog = ({ opened, onClose }: NewImportDialogProps) => (
  <Dialog title="Новый перенос" opened={opened} onClose={onClose}>
    <NewImport onClose={onClose} />
  </Dialog>
);

interface Values extends SourceValues {
  doctorID: number | null;
  list: File | null;
  /** HH:MM, both or none */
  from: string;
  to: string;
  /** MB a second; empty: as fast as possible */
  rate: number | string;
}

const MAX_LIST_BYTES = 3_000_000;
const MB = 1_000_000;

const checkHours = (own: string, other: string) =>
  own === '' && other !== '' ? 'Укажите оба времени или ни одного' : null;

function NewImport({ onClose }: { onClose: () => void }) {
  const create = useCreateImport();
  const requestUUID = useRequestUUID();
  const navigate = useNavigate();
  const form = useForm<Values>({
    initialValues: { ...EMPTY_SOURCE, doctorID: null, list: null, from: '', to: '', rate: '' },
    validate: {
      ...SOURCE_CHECKS,
      list: (list) => (list && list.size > MAX_LIST_BYTES ? 'Файл больше 3 МБ' : null),
      from: (from, { to }) => checkHours(from, to),
      to: (to, { from }) => checkHours(to, from),
    },
  });
  const submit = async (values: Values) => {
    const { doctorID, list, from, to, rate } = values;
    const body = {
      source: sourceOf(values),
      doctorID,
      clients: list ? await list.text() : null,
      hours: from === '' ? null : { from, to },
      rateBytesSecond: rate === '' ? null : Math.round(Number(rate) * MB),
    };
    const { importID } = await create.mutateAsync({ ...body, requestUUID: requestUUID(body) });
    void navigate(`/assistant-area/archive-imports/${importID}`);
  };
  return (
    <DialogForm
      sending={create}
      submitLabel="Прочитать архив"
      form={form}
      onSubmit={submit}
      onClose={onClose}
    >
      <SourceFields form={form} />
      <ClientSelect
        label="Клиент для новых карточек"
        clearLabel="Не выбирать клиента"
        value={form.values.doctorID}
        onChange={(id) => form.setFieldValue('doctorID', id)}
      />
      <FileInput
        label="Список клиентов и пациентов"
        description="CSV-файл, если пациенты архива принадлежат разным клиентам"
        placeholder="Выбрать файл"
        accept=".csv,text/csv"
        clearable
        {...form.getInputProps('list')}
      />
      <SimpleGrid type="container" cols={{ base: 1, '400px': 3 }} spacing="md">
        <TextInput label="Переносить с" type="time" {...form.getInputProps('from')} />
        <TextInput label="до" type="time" {...form.getInputProps('to')} />
        <NumberInput label="Не быстрее, МБ/с" min={0.1} max={10_000} {...form.getInputProps('rate')} />
      </SimpleGrid>
      <Text size="sm" c="dimmed">
        Сейчас портал только прочитает архив. Перенос начнётся, когда вы посмотрите, что получится, и
        подтвердите.
      </Text>
    </DialogForm>
  );
}
