import { Button } from '@mantine/core';
import { IconFileText } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { FailureAlert } from '../../../shared/failures/failure-alert.tsx';
import { useSingleFlight } from '../../../shared/calls/use-single-flight.ts';
import classes from '../studies/download-button.module.css';
import { requestReport } from './queries.ts';

/** The object URL is revoked after this time, when the new tab has certainly loaded the file. */
const REVOKE_AFTER_MS = 60_000;

/**
 * Opens the report in a new tab. The tab is opened in the click handler, because browsers block tabs opened
 * later.
 */
export function ReportButton({ studyID }: { studyID: number }) {
  const runSingle = useSingleFlight();
  const report = useMutation({
    mutationFn: async (tab: Window | null) => {
      try {
        const url = await requestReport(studyID);
        if (tab) tab.location.replace(url);
        else window.location.assign(url);
        setTimeout(() => URL.revokeObjectURL(url), REVOKE_AFTER_MS);
      } catch (failure) {
        tab?.close();
        throw failure;
      }
    },
  });
  return (
    <>
      <Button
        variant="subtle"
        leftSection={<IconFileText size={18} stroke={1.6} />}
        loading={report.isPending}
        onClick={() => runSingle(() => report.mutateAsync(window.open('', '_blank')))}
      >
        Отчёт
      </Button>
      <FailureAlert reason={report.error} className={classes.alert} withIcon />
    </>
  );
}
