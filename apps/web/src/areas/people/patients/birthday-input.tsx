import { PastDayInput, type PastDayInputProps } from '../../../shared/dates/past-day-input.tsx';

export const BirthdayInput = (input: PastDayInputProps) => <PastDayInput label="Дата рождения" {...input} />;
