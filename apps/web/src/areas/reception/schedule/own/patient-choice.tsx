import { Anchor, Button, Group, Input, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { SEARCH_MINIMUM } from '@snimok/contract/values/fields';
import { IconSearch, IconUserPlus } from '@tabler/icons-react';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { formatDay } from '../../../../shared/dates/dates.ts';
import { explain } from '../../../../shared/calls/explain.ts';
import { formatPhone, typedPhone } from '../../../../shared/contacts/phone.ts';
import { ownPatientQuery, ownPatientsQuery } from '../../../people/patients/doctor-queries.ts';
import { foundByInWords } from '../../../people/search/found-by.ts';
import type { PatientDraft } from '../patient-draft.ts';
import { foundPatientsQuery } from './queries.ts';
import classes from './patient-choice.module.css';

/** The patients of the latest studies that are offered without a search. */
const RECENT = 4;
const FOUND = 6;
const PAUSE_MS = 180;

interface PatientChoiceProps {
  draft: PatientDraft;
  error: string | undefined;
  change: (part: Partial<PatientDraft>) => void;
}

/** One of the client's patients, recent or found, or a new one. */
export function PatientChoice({ draft, error, change }: PatientChoiceProps) {
  const [text, setText] = useState('');
  const [failure, setFailure] = useState<string>();
  const client = useQueryClient();
  const choose = async (patientID: number) => {
    setFailure(undefined);
    try {
      const { name, phone, shared } = await client.ensureQueryData(ownPatientQuery(patientID));
      if (shared) return setFailure('Это пациент другого врача: записать его может только этот врач');
      change({ patientID, name, phone: typedPhone(phone), birthday: '' });
    } catch (reason) {
      setFailure(explain(reason));
    }
  };
  const addNew = () =>
    change({ patientID: null, name: /\d/.test(text) ? '' : text.trim(), phone: '', birthday: '' });

  if (draft.patientID !== undefined)
    return (
      <Group justify="space-between" gap="sm">
        <Text fw={500} className={classes.name}>
          {draft.patientID === null ? 'Новый пациент' : draft.name}
        </Text>
        <Anchor
          component="button"
          type="button"
          className={classes.again}
          onClick={() => change({ patientID: undefined })}
        >
          Выбрать другого
        </Anchor>
      </Group>
    );
  return (
    <Input.Wrapper labelElement="div" error={error ?? failure} errorProps={{ role: 'alert' }}>
      <Stack gap="xs">
        <TextInput
          label="Пациент"
          placeholder="Фамилия, телефон или дата рождения"
          leftSection={<IconSearch size={18} stroke={1.6} />}
          autoComplete="off"
          data-autofocus
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
          // Enter would send the form
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        />
        <Patients text={text.trim()} onChoose={choose} />
        <Button
          variant="default"
          justify="flex-start"
          leftSection={<IconUserPlus size={18} stroke={1.6} />}
          onClick={addNew}
        >
          Новый пациент
        </Button>
      </Stack>
    </Input.Wrapper>
  );
}

interface PatientsProps {
  text: string;
  onChoose: (patientID: number) => void;
}

/** The patients whose names or phones match, before a search the latest ones. */
function Patients({ text, onChoose }: PatientsProps) {
  const [query] = useDebouncedValue(text, PAUSE_MS);
  const isSearch = [...text].length >= SEARCH_MINIMUM;
  const { data: recent } = useQuery(ownPatientsQuery({ offset: 0, sortedBy: 'lastStudyCreatedAt.desc' }));
  const { data: found } = useQuery({
    ...foundPatientsQuery(query),
    enabled: isSearch && [...query].length >= SEARCH_MINIMUM,
    placeholderData: keepPreviousData,
  });
  const patients = isSearch
    ? found?.slice(0, FOUND).map((one) => ({ ...one, detail: foundByInWords(one.foundBy) }))
    : recent?.patients.slice(0, RECENT).map(({ birthday, phone, ...one }) => ({
        ...one,
        detail: [birthday && formatDay(birthday), formatPhone(phone)].filter(Boolean).join(' · '),
      }));
  if (!patients) return null;
  if (patients.length === 0 && isSearch) return <Text c="dimmed">Среди ваших пациентов такого нет.</Text>;
  return (
    <div role="group" aria-label={isSearch ? 'Найденные пациенты' : 'Недавние пациенты'}>
      {patients.map(({ patientID, name, detail }) => (
        <button key={patientID} type="button" className={classes.patient} onClick={() => onChoose(patientID)}>
          <span className={classes.name}>{name}</span>
          {detail && <span className={classes.detail}>{detail}</span>}
        </button>
      ))}
    </div>
  );
}
