import { NumberInput, SegmentedControl } from '@mantine/core';
import type { Subject } from './analyses/analysis-data.ts';
import { subjectText } from './analysis-texts.ts';
import classes from './cephalometry.module.css';

interface SubjectChoiceProps {
  subject: Subject;
  onChange: (subject: Subject) => void;
}

const MOST_YEARS = 120;

/** The person whose norms are used. Sex and age come from the patient's card; a person who may not see the card enters them. */
export const SubjectChoice = ({ subject, onChange }: SubjectChoiceProps) => (
  <details className={classes.places}>
    <summary>Нормы: {subjectText(subject)}</summary>
    <div className={classes.subject}>
      <SegmentedControl
        aria-label="Пол для норм"
        size="xs"
        value={subject.sex ?? ''}
        data={[
          { value: 'female', label: 'Женщина' },
          { value: 'male', label: 'Мужчина' },
        ]}
        onChange={(sex) => onChange({ ...subject, sex: sex === 'male' ? 'male' : 'female' })}
      />
      <NumberInput
        aria-label="Возраст для норм, полных лет"
        size="xs"
        w={90}
        suffix=" лет"
        min={0}
        max={MOST_YEARS}
        allowDecimal={false}
        value={subject.ageYears === undefined ? '' : Math.floor(subject.ageYears)}
        onChange={(years) => {
          const { ageYears: _before, ...others } = subject;
          onChange(typeof years === 'number' ? { ...others, ageYears: years } : others);
        }}
      />
      <p>
        Нормы, которые опубликованы для другого возраста или пола, не показываются. Значения взяты из
        литературы и не сверены с печатными изданиями.
      </p>
    </div>
  </details>
);
