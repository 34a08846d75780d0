import { personOf, type Sex } from './person.ts';
import classes from './preview.module.css';
import type { PatientCard } from './upload-preview.tsx';

interface ComparedPeopleProps {
  inFiles: { name: string | null; birthday: string | null; sex: Sex | null }[];
  card: PatientCard;
}

/** The patients that the files name, above the one of the card. */
export const ComparedPeople = ({ inFiles, card }: ComparedPeopleProps) => (
  <dl className={classes.people}>
    <dt>В файлах</dt>
    <dd>
      {inFiles.map(({ name, birthday, sex }) => (
        <div key={`${name}${birthday}${sex}`}>{personOf(name, birthday, sex)}</div>
      ))}
    </dd>
    <dt>В карточке</dt>
    <dd>{personOf(card.patientName, card.birthday, card.sex)}</dd>
  </dl>
);
