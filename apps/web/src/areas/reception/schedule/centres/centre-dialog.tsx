import { MOST_CHARACTERS } from '@snimok/contract/values/lengths';
import { NumberInput, SimpleGrid, Stack, Tabs, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Dialog } from '../../../../shared/dialogs/dialog.tsx';
import { DialogForm } from '../../../../shared/dialogs/dialog-form.tsx';
import { checkPhones, phonesOf } from '../../../platform/letterhead/check-identity.ts';
import { type Centre, type CentreFacts, useSaveCentre } from '../queries.ts';
import { BreakFields, PriceFields, SeatFields, WeekField } from './rule-fields.tsx';

const NEW_CENTRE: CentreFacts = {
  name: '',
  address: '',
  capacity: 1,
  slotMinutes: 30,
  hours: [1, 2, 3, 4, 5].map((weekday) => ({ weekday, from: '09:00', to: '18:00' })),
};

/** The facts as the endpoint takes them: without empty rows of the price list, and without removed seats. */
const withoutUnnamed = (facts: CentreFacts): CentreFacts => {
  const { name, address, capacity, slotMinutes, hours, phones, hoursText, licence, preparation } = facts;
  const { breaks, bufferMinutes, leadHours, horizonDays, seats, prices } = facts;
  return {
    name,
    address,
    capacity,
    slotMinutes,
    hours,
    phones,
    hoursText,
    licence,
    preparation,
    breaks,
    bufferMinutes,
    leadHours,
    horizonDays,
    seats: seats?.slice(0, capacity),
    prices: prices?.filter((price) => price.name.trim() !== '' || price.rubles > 0),
  };
};

interface CentreDialogProps {
  /** the centre to change; null creates a new one */
  centre: Centre | null;
  opened: boolean;
  onClose: () => void;
}

export const CentreDialog = ({ centre, opened, onClose }: CentreDialogProps) => (
  <Dialog title={centre ? 'Центр' : 'Новый центр'} opened={opened} onClose={onClose}>
    <CentreForm centre={centre} onClose={onClose} />
  </Dialog>
);

function CentreForm({ centre, onClose }: Omit<CentreDialogProps, 'opened'>) {
  const saving = useSaveCentre(centre?.locationID);
  const [facts, setFacts] = useState<CentreFacts>(centre ?? NEW_CENTRE);
  // the revision that the form shows: the centre may change while it is open
  const [revision] = useState(centre?.revision);
  const [phonesText, setPhonesText] = useState(centre?.phones?.join('\n') ?? '');
  const change = (part: Partial<CentreFacts>) => setFacts((before) => ({ ...before, ...part }));
  const fields = { facts, change };
  const submit = () => {
    const phones = phonesOf(phonesText);
    return saving.mutateAsync({ ...withoutUnnamed({ ...facts, phones }), revision });
  };
  return (
    <DialogForm sending={saving} submitLabel="Сохранить" onSubmit={submit} onClose={onClose}>
      <Tabs defaultValue="hours">
        <Tabs.List mb="md">
          <Tabs.Tab value="hours">Часы</Tabs.Tab>
          <Tabs.Tab value="breaks">Перерывы и сроки</Tabs.Tab>
          <Tabs.Tab value="seats">Места</Tabs.Tab>
          <Tabs.Tab value="prices">Цены</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="hours">
          <Stack gap="md">
            <TextInput
              label="Название"
              autoComplete="off"
              maxLength={MOST_CHARACTERS.name}
              data-autofocus
              value={facts.name}
              onChange={({ currentTarget }) => change({ name: currentTarget.value })}
            />
            <TextInput
              label="Адрес"
              autoComplete="off"
              maxLength={MOST_CHARACTERS.line}
              value={facts.address}
              onChange={({ currentTarget }) => change({ address: currentTarget.value })}
            />
            <ContactFields
              facts={facts}
              change={change}
              phonesText={phonesText}
              setPhonesText={setPhonesText}
            />
            <SimpleGrid cols={2} spacing="md">
              <NumberInput
                label="Длительность приёма, мин"
                min={5}
                max={240}
                step={5}
                allowDecimal={false}
                value={facts.slotMinutes}
                onChange={(minutes) => change({ slotMinutes: Number(minutes) })}
              />
              <NumberInput
                label="Пациентов одновременно"
                min={1}
                max={20}
                allowDecimal={false}
                value={facts.capacity}
                onChange={(places) => change({ capacity: Number(places) })}
              />
            </SimpleGrid>
            <WeekField legend="Часы работы" week={facts.hours} onChange={(hours) => change({ hours })} />
          </Stack>
        </Tabs.Panel>
        <Tabs.Panel value="breaks">
          <BreakFields {...fields} />
        </Tabs.Panel>
        <Tabs.Panel value="seats">
          <SeatFields {...fields} />
        </Tabs.Panel>
        <Tabs.Panel value="prices">
          <PriceFields {...fields} />
        </Tabs.Panel>
      </Tabs>
    </DialogForm>
  );
}

interface ContactFieldsProps {
  facts: CentreFacts;
  change: (part: Partial<CentreFacts>) => void;
  phonesText: string;
  setPhonesText: (text: string) => void;
}

/** The contacts of the location that differ from the identity of the centre. */
const ContactFields = ({ facts, change, phonesText, setPhonesText }: ContactFieldsProps) => (
  <>
    <Textarea
      label="Телефоны"
      description="Каждый номер на своей строке. Пусто: как на странице «Данные центра»."
      autosize
      minRows={1}
      value={phonesText}
      error={checkPhones(phonesText)}
      onChange={({ currentTarget }) => setPhonesText(currentTarget.value)}
    />
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
      <TextInput
        label="Часы для пациентов"
        placeholder="пн–пт 9:00–20:00"
        autoComplete="off"
        maxLength={MOST_CHARACTERS.line}
        value={facts.hoursText ?? ''}
        onChange={({ currentTarget }) => change({ hoursText: currentTarget.value })}
      />
      <TextInput
        label="Лицензия"
        placeholder="как у центра"
        autoComplete="off"
        maxLength={MOST_CHARACTERS.line}
        value={facts.licence ?? ''}
        onChange={({ currentTarget }) => change({ licence: currentTarget.value })}
      />
    </SimpleGrid>
  </>
);
