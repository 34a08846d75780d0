import { Button } from '@mantine/core';
import { IconFileCertificate } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { FailureAlert } from '../../../shared/failures/failure-alert.tsx';
import { useSingleFlight } from '../../../shared/calls/use-single-flight.ts';
import { requestReport, type ShareCredentials } from './calls.ts';

/** The object URL is revoked when the browser has certainly begun to save the file. */
const REVOKE_AFTER_MS = 60_000;

interface ReportButtonProps {
  credentials: ShareCredentials;
  /** returns true if the refusal replaces the whole page */
  onRefused: (reason: unknown) => boolean;
}

/** Downloads the signed report on the study. */
export function ReportButton({ credentials, onRefused }: ReportButtonProps) {
  const runSingle = useSingleFlight();
  const download = useMutation({
    mutationFn: async () => {
      const url = URL.createObjectURL(await requestReport(credentials));
      Object.assign(document.createElement('a'), { href: url, download: 'Заключение.pdf' }).click();
      setTimeout(() => URL.revokeObjectURL(url), REVOKE_AFTER_MS);
    },
    onError: onRefused,
  });
  return (
    <>
      <Button
        size="md"
        variant="default"
        leftSection={<IconFileCertificate size={20} stroke={1.6} />}
        loading={download.isPending}
        onClick={() => runSingle(() => download.mutateAsync())}
      >
        Заключение
      </Button>
      <FailureAlert reason={download.error} />
    </>
  );
}
