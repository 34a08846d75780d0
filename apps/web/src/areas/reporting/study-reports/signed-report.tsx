import { acceptedFrom } from '@snimok/contract/viewing/segmentation-labels';
import { Alert, Anchor, Stack, Text, Title } from '@mantine/core';
import { IconAlertTriangle, IconHistory } from '@tabler/icons-react';
import { STUDY_TYPES } from '@snimok/contract/studies/study-types';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatMoment } from '../../../shared/dates/dates.ts';
import { studyDay } from '../../platform/lists/study-names.ts';
import { Fact, Facts } from '../../../shared/ui/facts.tsx';
import type { SignedReport as Report } from './queries.ts';
import classes from './signed-report.module.css';

interface SignedReportProps {
  report: Report;
  pathOf: (number: number) => string;
  /** who has read it, for the centre */
  readings?: ReactNode;
}

/** A signed report as a page. */
export function SignedReport({ report, pathOf, readings }: SignedReportProps) {
  const { patientName, studyType, studyCreatedAt, examinedAt, authorName, signedAt, number, reason } = report;
  return (
    <article className={classes.sheet}>
      <Stack gap="lg">
        {report.replacedBy !== null && (
          <Alert color="yellow" icon={<IconHistory />} title="Заменено">
            Это заключение исправлено.{' '}
            <Anchor
              component={Link}
              to={pathOf(report.versions[0]?.number ?? report.replacedBy)}
              underline="always"
            >
              Открыть действующее
            </Anchor>
          </Alert>
        )}
        <OtherCard report={report} forCentre={readings !== undefined} />
        <Facts>
          <Fact label="Пациент">{patientName}</Fact>
          <Fact label="Исследование">
            {STUDY_TYPES[studyType].label}, {studyDay({ createdAt: studyCreatedAt, examinedAt })}
          </Fact>
          <Fact label="Подписано">
            {formatMoment(signedAt)}, {authorName}
          </Fact>
          {number > 1 && <Fact label="Исправление">{reason}</Fact>}
          {readings}
        </Facts>
        <Contents report={report} />
        {report.versions.length > 1 && (
          <Section title="Все версии">
            <Stack gap={4}>
              {report.versions.map((version) => (
                <Text key={version.number} size="sm">
                  {version.number === number ? (
                    `Версия ${version.number} (эта)`
                  ) : (
                    <Anchor component={Link} to={pathOf(version.number)}>
                      Версия {version.number}
                    </Anchor>
                  )}
                  , {formatMoment(version.signedAt)}, {version.authorName}
                  {version.reason && `: ${version.reason}`}
                </Text>
              ))}
            </Stack>
          </Section>
        )}
      </Stack>
    </article>
  );
}

/** A signed report is never changed: what differs from the card is shown beside it. */
const OtherCard = ({ report, forCentre }: { report: Report; forCentre: boolean }) => {
  const { cardName, patientName, misfiled } = report;
  if (cardName === undefined || report.replacedBy !== null) return null;
  const now =
    cardName === patientName
      ? 'На карточке теперь другая дата рождения или другой пол.'
      : `Сейчас на карточке: ${cardName}.`;
  return (
    <Alert
      color={misfiled ? 'red' : 'yellow'}
      icon={<IconAlertTriangle />}
      title={misfiled ? 'Подписано для карточки другого пациента' : 'Подписано до изменения карточки'}
    >
      {misfiled
        ? `Заключение подписано на имя «${patientName}», затем исследование перенесено. ${now} Клиент и получатели ссылок это заключение не видят.`
        : `В заключении указано имя «${patientName}». ${now}`}{' '}
      Подписанное заключение не меняется.{' '}
      {forCentre
        ? 'Подпишите исправление: в нём будут данные с карточки.'
        : 'Если нужно заключение с новыми данными, попросите центр подписать исправление.'}
    </Alert>
  );
};

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <section>
    <Title order={2} size="h4" mb={6}>
      {title}
    </Title>
    {children}
  </section>
);

const Contents = ({ report }: { report: Report }) => (
  <>
    {report.sections.map(({ title, text }) => (
      <Section key={title} title={title}>
        <Text className={classes.text}>{text}</Text>
      </Section>
    ))}
    {report.findings.length > 0 && (
      <Section title="Находки по зубам">
        <dl className={classes.list}>
          {report.findings.map(({ teeth, text, model }, at) => (
            <Row key={at} label={teeth.join(', ') || '—'}>
              {text}
              {model && <div className={classes.model}>{acceptedFrom(model)}</div>}
            </Row>
          ))}
        </dl>
      </Section>
    )}
    {report.pictures.length > 0 && (
      <Section title="Снимки">
        <div className={classes.pictures}>
          {report.pictures.map(({ picture, caption }, at) => (
            <figure key={at}>
              <img src={picture} alt={caption || `Снимок ${at + 1}`} />
              {caption && (
                <Text component="figcaption" size="sm" mt={4}>
                  {caption}
                </Text>
              )}
            </figure>
          ))}
        </div>
      </Section>
    )}
    {report.measurements.length > 0 && (
      <Section title="Измерения">
        <dl className={classes.list}>
          {report.measurements.map(({ label, value }, at) => (
            <Row key={at} label={label}>
              {value}
            </Row>
          ))}
        </dl>
      </Section>
    )}
    {report.conclusion && (
      <Section title="Заключение">
        <Text className={`${classes.text} ${classes.conclusion}`}>{report.conclusion}</Text>
      </Section>
    )}
  </>
);

const Row = ({ label, children }: { label: string; children: ReactNode }) => (
  <>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </>
);
