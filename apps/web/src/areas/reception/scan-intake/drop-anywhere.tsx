import { Stack, Text } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { handlesOfDrop } from '../../studies/uploads/choose/file-handles.ts';
import { readDrop } from '../../studies/uploads/choose/read-drop.ts';
import classes from './intake.module.css';
import { INTAKE } from './paths.ts';

/** Elements that take dropped files themselves, and dialogs, which block the page. */
const OWN_TARGETS = '[data-drop-target], [role="dialog"]';

const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') ?? false;
const isForPage = ({ target }: DragEvent) => !(target instanceof Element && target.closest(OWN_TARGETS));

/** The patient whose page is open. */
function patientOfPage() {
  const [, doctorID, patientID] = /\/doctors\/(\d+)\/patients\/(\d+)\//.exec(location.pathname) ?? [];
  return doctorID && patientID ? { doctorID: Number(doctorID), patientID: Number(patientID) } : undefined;
}

/** Files dropped anywhere in the assistant area lead to the intake. */
export function DropAnywhere() {
  const [isOver, setIsOver] = useState(false);
  const navigate = useNavigate();
  const showIntake = useEffectEvent(() => navigate(INTAKE));
  useEffect(() => {
    const over = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setIsOver(isForPage(event));
    };
    // leaving the window has no related target
    const leave = (event: DragEvent) => event.relatedTarget === null && setIsOver(false);
    const drop = (event: DragEvent) => {
      setIsOver(false);
      if (!hasFiles(event)) return;
      event.preventDefault();
      if (isForPage(event) && event.dataTransfer) void receive(event.dataTransfer);
    };
    async function receive(dropped: DataTransfer) {
      const page = patientOfPage();
      const handles = handlesOfDrop(dropped);
      const found = readDrop(dropped);
      // the code that reads headers is loaded with the first files
      const { addFiles, reportProblem } = await import('./intake-rows.ts');
      await showIntake();
      await found.then(
        async (files) => addFiles({ found: files, handles: await handles }, { page }),
        () =>
          reportProblem('Не удалось прочитать папку. Проверьте, что она не удалена и открыта для чтения.'),
      );
    }
    window.addEventListener('dragover', over);
    window.addEventListener('dragleave', leave);
    window.addEventListener('drop', drop);
    return () => {
      window.removeEventListener('dragover', over);
      window.removeEventListener('dragleave', leave);
      window.removeEventListener('drop', drop);
    };
  }, []);

  return (
    isOver && (
      <div className={classes.overlay}>
        <Stack align="center" gap="xs">
          <IconUpload size={48} stroke={1.4} aria-hidden />
          <Text fw={600} size="xl">
            Отпустите, чтобы загрузить снимки
          </Text>
          <Text>Портал покажет, что внутри, и подскажет пациента</Text>
        </Stack>
      </div>
    )
  );
}
