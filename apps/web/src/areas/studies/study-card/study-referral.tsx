import { Anchor, Text } from '@mantine/core';
import { teethInWords } from '@snimok/contract/values/teeth';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { Fact, Facts } from '../../../shared/ui/facts.tsx';
import { INCOMING_PATH, studyReferralsQuery } from './referral-queries.ts';
import { Contraindications } from './contraindications.tsx';

interface StudyOfReferral {
  studyID: number;
  patientID: number;
}

interface StudyReferralNoteProps {
  area: 'assistant' | 'doctor';
  study: StudyOfReferral;
}

/** What the referral of a study asks; nothing for a study without one. */
export function StudyReferralNote({ area, study: { studyID, patientID } }: StudyReferralNoteProps) {
  const { data } = useQuery(studyReferralsQuery(area, patientID));
  const referral = data?.find((each) => each.studyID === studyID);
  if (!referral) return null;
  const { number, referralUUID, teeth, question, senderName, urgency } = referral;
  const label = `№ ${number}, ${senderName}${urgency === 'urgent' ? ', срочное' : ''}`;
  return (
    <>
      <Facts>
        <Fact label="Направление">
          {area === 'assistant' ? (
            <Anchor component={Link} to={`${INCOMING_PATH}/${referralUUID}`}>
              {label}
            </Anchor>
          ) : (
            label
          )}
        </Fact>
        {teeth.length > 0 && <Fact label="Зубы">{teethInWords(teeth)}</Fact>}
        {question && (
          <Fact label="Вопрос">
            <Text span inherit style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
              {question}
            </Text>
          </Fact>
        )}
      </Facts>
      <Contraindications referral={referral} />
    </>
  );
}
