import { Group, NativeSelect, PasswordInput, Radio, SimpleGrid, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { SOURCE_KINDS } from './labels.ts';
import type { Kind, SourceValues } from './source-form.ts';

const KINDS = Object.entries(SOURCE_KINDS).map(([value, label]) => ({ value: value as Kind, label }));

/** `Values` has more fields than the fields of the source. */
interface SourceFieldsProps<Values extends SourceValues> {
  form: UseFormReturnType<Values>;
}

/** Where the old archive is and how it is reached. */
export function SourceFields<Values extends SourceValues>({ form }: SourceFieldsProps<Values>) {
  const { kind } = form.values;
  return (
    <>
      <NativeSelect label="Откуда" data={KINDS} data-autofocus {...form.getInputProps('kind')} />
      {kind === 'folder' && (
        <TextInput
          label="Папка"
          description="Полный путь на сервере портала: папка с файлами и ZIP-архивами или диск с DICOMDIR"
          placeholder="/mnt/archive"
          {...form.getInputProps('path')}
        />
      )}
      {kind === 'pacs' && <PacsFields form={form} />}
      {(kind === 'orthanc' || kind === 'dicomweb') && <WebFields form={form} />}
    </>
  );
}

const WebFields = <Values extends SourceValues>({ form }: SourceFieldsProps<Values>) => (
  <>
    <TextInput
      label="Адрес"
      placeholder={
        form.values.kind === 'orthanc' ? 'http://192.0.2.4:8042' : 'https://pacs.example/dicom-web'
      }
      autoComplete="off"
      {...form.getInputProps('url')}
    />
    <SimpleGrid type="container" cols={{ base: 1, '400px': 2 }} spacing="md">
      <TextInput label="Имя пользователя" autoComplete="off" {...form.getInputProps('user')} />
      <PasswordInput
        label="Пароль"
        autoComplete="new-password"
        visibilityToggleButtonProps={{ 'aria-label': 'Показать пароль' }}
        {...form.getInputProps('password')}
      />
    </SimpleGrid>
  </>
);

const PacsFields = <Values extends SourceValues>({ form }: SourceFieldsProps<Values>) => (
  <>
    <SimpleGrid type="container" cols={{ base: 1, '400px': 2 }} spacing="md">
      <TextInput label="Компьютер" placeholder="192.0.2.4" {...form.getInputProps('host')} />
      <TextInput label="Порт" inputMode="numeric" {...form.getInputProps('port')} />
      <TextInput label="Название PACS (AE Title)" {...form.getInputProps('calledTitle')} />
      <TextInput label="Название портала (AE Title)" {...form.getInputProps('callingTitle')} />
    </SimpleGrid>
    <Radio.Group label="Как PACS отдаёт снимки" {...form.getInputProps('retrieve')}>
      <Group gap="lg" mt={4}>
        <Radio value="get" label="C-GET" />
        <Radio value="move" label="C-MOVE" />
      </Group>
    </Radio.Group>
    {form.values.retrieve === 'move' && (
      <SimpleGrid type="container" cols={{ base: 1, '400px': 2 }} spacing="md">
        <TextInput
          label="Куда отправлять (AE Title)"
          description="Как это название записано в настройках PACS"
          {...form.getInputProps('moveTitle')}
        />
        <TextInput
          label="Порт на сервере портала"
          description="Его должен знать PACS"
          inputMode="numeric"
          {...form.getInputProps('movePort')}
        />
      </SimpleGrid>
    )}
  </>
);
