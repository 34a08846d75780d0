import { Anchor, Group, Text } from '@mantine/core';
import {
  type FactDeclaration,
  factsWith,
  type FactsWith,
  PATIENT_FACTS,
} from '@snimok/contract/people/patient-facts';
import { IconPhone } from '@tabler/icons-react';
import { formatDay } from '../../../shared/dates/dates.ts';
import { phoneURL } from '../../../shared/contacts/phone.ts';
import { PhoneNumber } from '../../../shared/contacts/phone-number.tsx';
import { sexInShort } from './sex.ts';

type PatientSummaryProps = { [Fact in Exclude<FactsWith<'clientsSee'>, 'name'>]?: string | null };

const FACTS = factsWith('clientsSee').filter((fact) => fact !== 'name');

/** The line under a patient's name; a fact that is left out or empty is not shown. */
export const PatientSummary = (patient: PatientSummaryProps) => (
  <Group gap="6px 16px" mt={6} c="dimmed">
    {FACTS.map((fact) => {
      const value = patient[fact];
      return value && <Fact key={fact} declared={PATIENT_FACTS[fact]} value={value} />;
    })}
  </Group>
);

function Fact({ declared: { editor, label }, value }: { declared: FactDeclaration; value: string }) {
  switch (editor) {
    case 'sex':
      return <Text span>{sexInShort(value)}</Text>;
    case 'day':
      return <Text span>{formatDay(value)}</Text>;
    case 'phone':
      return (
        <Anchor href={phoneURL(value)} inline style={{ paddingBlock: 4 }}>
          <Group gap={6} component="span" wrap="nowrap">
            <IconPhone size={16} stroke={1.7} aria-hidden />
            <PhoneNumber phone={value} />
          </Group>
        </Anchor>
      );
    default:
      return (
        <Text span>
          {label}: {value}
        </Text>
      );
  }
}
