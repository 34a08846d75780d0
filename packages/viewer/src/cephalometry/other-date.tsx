import { Button, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { type OpenedStudy, StudyChoice } from '../controls/study-choice.tsx';
import type { Study } from '../study/study.ts';
import { studyDay } from '../study/study-day.ts';
import { useViewerHost } from '../study/viewer-host.ts';
import { ViewerSession } from '../study/viewer-session.ts';
import classes from './cephalometry.module.css';
import type { Places } from './analyses/formula.ts';
import { hasBase, type Tracing, tracingsOf } from './tracings.ts';

interface OtherDateProps {
  study: Pick<Study, 'studyID' | 'can'>;
  places: Places;
  hasScale: boolean;
  /** what is superimposed */
  other: Tracing | undefined;
  onOther: (other: Tracing | undefined) => void;
}

/** Superimposes the tracing of another study of the patient; absent for callers who may open one study only. */
export function OtherDate({ study, places, hasScale, other, onOther }: OtherDateProps) {
  const host = useViewerHost();
  const { comparison } = host;
  const [opened, setOpened] = useState(false);
  if (!comparison || !study.can.compare) return null;
  if (other)
    return (
      <div className={classes.note}>
        <span className={classes.otherKey} aria-hidden />
        Наложено по S–N: {studyDay(other.study, host)}, {other.label}. Размеры не приведены к одному
        увеличению.
        <Button size="compact-md" variant="default" onClick={() => onOther(undefined)}>
          Убрать наложение
        </Button>
      </div>
    );
  if (!hasScale || !hasBase(places)) return null;
  const choose = (tracing: Tracing) => {
    onOther(tracing);
    setOpened(false);
  };
  return (
    <>
      <Button size="compact-md" variant="default" mb="sm" onClick={() => setOpened(true)}>
        Наложить другую дату
      </Button>
      <Modal
        opened={opened}
        onClose={() => setOpened(false)}
        title="Наложить другую дату"
        closeButtonProps={{ 'aria-label': 'Закрыть' }}
      >
        {opened && <TracingChoice study={study} comparison={comparison} onChoose={choose} />}
      </Modal>
    </>
  );
}

interface TracingChoiceProps extends Pick<OtherDateProps, 'study'> {
  comparison: Parameters<typeof StudyChoice>[0]['comparison'];
  onChoose: (tracing: Tracing) => void;
}

/** First the study, then its tracing if it has several. */
function TracingChoice({ study, comparison, onChoose }: TracingChoiceProps) {
  const [found, setFound] = useState<readonly Tracing[]>();
  const open = async ({ ticket, newTicket }: OpenedStudy) => {
    const session = new ViewerSession(ticket, newTicket);
    const [opened, { authors }] = await Promise.all([session.study(), session.annotations()]);
    const [one, ...others] = tracingsOf(opened, authors);
    if (one && others.length === 0) onChoose(one);
    else setFound(one ? [one, ...others] : []);
  };
  if (!found) return <StudyChoice study={study} comparison={comparison} onOpened={open} />;
  return (
    <Stack gap="xs">
      {found.length === 0 && (
        <Text>
          В этом исследовании нет боковой ТРГ с поставленными точками S и N и известным масштабом. Откройте
          его, поставьте точки и повторите.
        </Text>
      )}
      {found.length === 0 && (
        <Button variant="default" onClick={() => setFound(undefined)}>
          Другое исследование
        </Button>
      )}
      {found.map((tracing) => (
        <Button key={tracing.label} variant="default" justify="flex-start" onClick={() => onChoose(tracing)}>
          {tracing.label}
        </Button>
      ))}
    </Stack>
  );
}
