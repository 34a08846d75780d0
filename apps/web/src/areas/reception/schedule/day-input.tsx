import { DateInput, type DateInputProps } from '@mantine/dates';
import type { KeyboardEvent } from 'react';
import '@mantine/dates/styles.layer.css';
import 'dayjs/locale/ru';
import { readDay } from '../../../shared/dates/read-day.ts';

const LABELS = {
  previousMonth: 'Предыдущий месяц',
  nextMonth: 'Следующий месяц',
  monthLevelControl: 'Выбрать месяц',
  previousYear: 'Предыдущий год',
  nextYear: 'Следующий год',
  yearLevelControl: 'Выбрать год',
  previousDecade: 'Предыдущее десятилетие',
  nextDecade: 'Следующее десятилетие',
};

/** A calendar day, typed as ДД.ММ.ГГГГ or chosen from the calendar. */
export const DayInput = (input: DateInputProps) => (
  <DateInput
    valueFormat="DD.MM.YYYY"
    placeholder="ДД.ММ.ГГГГ"
    locale="ru"
    firstDayOfWeek={1}
    ariaLabels={LABELS}
    dateParser={(text) => readDay(text)}
    onKeyDown={preventSubmit}
    autoComplete="off"
    {...input}
  />
);

/** Enter confirms a typed date and does not submit the form. */
const preventSubmit = (event: KeyboardEvent) => {
  if (event.key === 'Enter') event.preventDefault();
};
