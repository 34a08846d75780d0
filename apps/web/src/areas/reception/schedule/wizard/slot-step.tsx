import { Alert, Button, Select, SimpleGrid, Stack, Text } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { explain } from '../../../../shared/calls/explain.ts';
import { doctorSettingsQuery } from '../../../platform/access/settings.ts';
import { DayInput } from '../day-input.tsx';
import { ExaminationSelect } from '../own/examination-select.tsx';
import { offeredAnywhere, offering } from '../own/offered.ts';
import { openDaysQuery } from '../own/queries.ts';
import { SlotButtons } from '../slot-buttons.tsx';
import type { Draft, StepProps } from './draft.ts';
import { LocationPrices } from './location-prices.tsx';
import { freeSlotsQuery, openLocationsQuery } from '../free-slots.ts';
import { Step } from './step.tsx';
import { Loading } from '../../../../shared/ui/loading.tsx';

export function SlotStep({ draft, change, onNext, onBack }: StepProps) {
  const { data: settings } = useSuspenseQuery(doctorSettingsQuery);
  const { data: locations } = useSuspenseQuery(openLocationsQuery);
  const { locationID, date, examinationID } = draft;
  const location = locations.find((one) => one.locationID === locationID);
  const { data: openDays } = useQuery({
    ...openDaysQuery(locationID ?? 0),
    enabled: locationID !== null,
    select: (days) => new Set(days.map((day) => day.date)),
  });
  const offered = offeredAnywhere(locations);
  const centres = offering(locations, examinationID);
  const chooseExamination = (chosen: number | null) => {
    const stays = offering(locations, chosen).some((one) => one.locationID === locationID);
    change({ examinationID: chosen, ...(!stays && { locationID: null, slot: null }) });
  };
  return (
    <Step number={2} title="Центр, дата и время" next="Далее" onNext={onNext} onBack={onBack}>
      {offered.length > 0 && (
        <ExaminationSelect
          label="Исследование"
          none="Не указано"
          offered={offered}
          value={examinationID}
          onChange={chooseExamination}
        />
      )}
      <SimpleGrid type="container" cols={{ base: 1, '400px': 2 }} spacing="md">
        <Select<number>
          label="Центр"
          placeholder="Выберите центр"
          data={centres.map((one) => ({ value: one.locationID, label: labelOf(one) }))}
          value={locationID}
          allowDeselect={false}
          nothingFoundMessage="Открытых для записи центров нет"
          onChange={(chosen) => change({ locationID: chosen, slot: null })}
        />
        <DayInput
          label="Дата"
          excludeDate={(day) => openDays !== undefined && !openDays.has(day)}
          minDate={location?.firstDate ?? settings.scheduleMinDate}
          maxDate={location?.lastDate ?? settings.scheduleMaxDate}
          value={date}
          onChange={(chosen) => change({ date: chosen, slot: null })}
        />
      </SimpleGrid>
      {location && <LocationPrices location={location} examinationID={examinationID} />}
      {locationID !== null && date !== null ? (
        <Slots locationID={locationID} date={date} slot={draft.slot} change={change} />
      ) : (
        <Text c="dimmed">Выберите центр и дату, чтобы увидеть свободное время.</Text>
      )}
    </Step>
  );
}

const labelOf = ({ name, address }: { name: string; address: string }) =>
  address ? `${name}, ${address}` : name;

interface SlotsProps extends Pick<Draft, 'slot'>, Pick<StepProps, 'change'> {
  locationID: number;
  date: string;
}

function Slots({ locationID, date, slot, change }: SlotsProps) {
  const { data: slots, error, isFetching, refetch } = useQuery(freeSlotsQuery(locationID, date));
  const isGone = slot !== null && !isFetching && slots?.every((one) => one.slotUUID !== slot.slotUUID);
  useEffect(() => {
    if (isGone) change({ slot: null });
  });
  if (error)
    return (
      <Alert color="red" icon={<IconAlertCircle />}>
        <Stack gap="xs" align="flex-start">
          {explain(error)}
          <Button size="compact-sm" variant="default" onClick={() => refetch()}>
            Повторить
          </Button>
        </Stack>
      </Alert>
    );
  if (!slots) return <Loading height={180} maw={420} />;
  return (
    <>
      <SlotButtons
        slots={slots}
        day={date}
        chosen={slot?.slotUUID ?? null}
        onChoose={(chosen) => change({ slot: chosen })}
      />
      {slots.length > 0 && (
        <Text size="sm" c="dimmed">
          Время указано по часам вашего устройства.
        </Text>
      )}
    </>
  );
}
