import { Checkbox, Group, Select, TextInput } from '@mantine/core';
import { STUDY_TYPES, type StudyType, VOLUMES_FIRST } from '@snimok/contract/studies/study-types';
import { useState } from 'react';
import { DialogForm } from '../../../shared/dialogs/dialog-form.tsx';
import { useCreateDestination } from './queries.ts';

const AUTOMATIC = [
  ...VOLUMES_FIRST.map((type) => ({ value: type, label: `Новые ${STUDY_TYPES[type].plural}` })),
  { value: VOLUMES_FIRST.join(), label: 'Все новые исследования' },
  { value: '', label: 'Ничего: только кнопкой на карточке' },
];

const AE_TITLE = /^[A-Za-z0-9_.-]{1,16}$/;

const isPort = (text: string) => /^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= 65_535;

/** The fields are named like the program's own settings: AE title, address and port. */
export function NewDestinationForm({ onClose }: { onClose: () => void }) {
  const create = useCreateDestination();
  const [isChecked, setIsChecked] = useState(false);
  const [form, setForm] = useState({
    name: '',
    calledAET: '',
    callingAET: 'SNIMOK',
    host: '',
    port: '104',
    tls: false,
    automatic: 'cbct',
  });
  const errors = {
    name: form.name.trim() === '' && 'Введите название',
    calledAET: !AE_TITLE.test(form.calledAET.trim()) && 'До 16 латинских букв и цифр',
    callingAET: !AE_TITLE.test(form.callingAET.trim()) && 'До 16 латинских букв и цифр',
    host: form.host.trim() === '' && 'Введите адрес компьютера с программой',
    port: !isPort(form.port.trim()) && 'Число от 1 до 65535',
  };
  const field = (name: keyof typeof errors, label: string, description?: string) => ({
    label,
    description,
    value: form[name],
    error: isChecked && errors[name],
    onChange: ({ currentTarget }: React.ChangeEvent<HTMLInputElement>) =>
      setForm({ ...form, [name]: currentTarget.value }),
    autoComplete: 'off',
    spellCheck: false,
  });
  return (
    <DialogForm
      sending={create}
      submitLabel="Добавить"
      onSubmit={() => {
        setIsChecked(true);
        if (Object.values(errors).some(Boolean)) return;
        const automatic = form.automatic.split(',').filter(Boolean) as StudyType[];
        return create.mutateAsync({ ...form, port: Number(form.port), automatic });
      }}
      onClose={onClose}
    >
      <TextInput data-autofocus maxLength={60} placeholder="Romexis" {...field('name', 'Название')} />
      <TextInput
        maxLength={16}
        {...field('calledAET', 'AE Title программы', 'Есть в её настройках приёма DICOM')}
      />
      <Group grow align="flex-start">
        <TextInput maxLength={253} placeholder="192.168.1.30" {...field('host', 'Адрес')} />
        <TextInput maxLength={5} inputMode="numeric" {...field('port', 'Порт')} />
      </Group>
      <TextInput
        maxLength={16}
        {...field('callingAET', 'AE Title отправителя', 'Под этим именем снимки придут в программу')}
      />
      <Select
        label="Что отправлять сразу"
        data={AUTOMATIC}
        value={form.automatic}
        allowDeselect={false}
        onChange={(automatic) => setForm({ ...form, automatic: automatic ?? '' })}
      />
      <Checkbox
        label="Шифровать соединение (TLS)"
        checked={form.tls}
        onChange={({ currentTarget }) => setForm({ ...form, tls: currentTarget.checked })}
      />
    </DialogForm>
  );
}
