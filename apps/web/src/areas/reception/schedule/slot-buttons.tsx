import { Button, Text } from '@mantine/core';
import classes from './slot-buttons.module.css';
import { inTwoColumns, slotLabel } from './times.ts';

interface SlotButtonsProps<Slot> {
  slots: Slot[];
  /** the chosen day in the centre's calendar */
  day: string;
  /** the time zone of the displayed times; by default, the browser's */
  timeZone?: string;
  chosen: string | null;
  onChoose: (slot: Slot) => void;
}

/** Free times in two columns; the chosen one is highlighted. */
export function SlotButtons<Slot extends { slotUUID: string; beginsAt: string }>(
  props: SlotButtonsProps<Slot>,
) {
  const { slots, day, timeZone, chosen, onChoose } = props;
  if (slots.length === 0)
    return (
      <Text c="dimmed">На этот день свободного времени нет. Выберите другую дату или другой центр.</Text>
    );
  return (
    <div role="group" aria-label="Свободное время" className={classes.columns}>
      {inTwoColumns(slots).map((column, at) => (
        <div key={at} className={classes.column}>
          {column.map((slot) => (
            <Button
              key={slot.slotUUID}
              variant={slot.slotUUID === chosen ? 'filled' : 'default'}
              aria-pressed={slot.slotUUID === chosen}
              className={classes.slot}
              onClick={() => onChoose(slot)}
            >
              {slotLabel(slot.beginsAt, day, timeZone)}
            </Button>
          ))}
        </div>
      ))}
    </div>
  );
}
