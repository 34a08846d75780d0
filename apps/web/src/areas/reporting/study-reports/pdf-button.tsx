import { Button } from '@mantine/core';
import { IconFileDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { FailureAlert } from '../../../shared/failures/failure-alert.tsx';
import { startDownload } from '../../../shared/calls/start-download.ts';
import { useSingleFlight } from '../../../shared/calls/use-single-flight.ts';

interface PdfButtonProps {
  /** below `/api/1` */
  path: string;
  size?: string;
  variant?: string;
}

export function PdfButton({ path, size = 'sm', variant = 'default' }: PdfButtonProps) {
  const download = useMutation({ mutationFn: () => startDownload(`/api/1${path}`) });
  const runSingle = useSingleFlight();
  return (
    <>
      <Button
        size={size}
        variant={variant}
        leftSection={<IconFileDownload size={18} stroke={1.6} />}
        loading={download.isPending}
        onClick={() => runSingle(() => download.mutateAsync())}
      >
        Скачать PDF
      </Button>
      <FailureAlert reason={download.error} />
    </>
  );
}
