import type { ReactNode } from 'react';
import { formatRetention } from '../../../shared/dates/dates.ts';
import { counted, formatBytes } from '@snimok/api-client/format-numbers';
import { Fact, Facts } from '../../../shared/ui/facts.tsx';

interface StudyFactsProps {
  study: { sizeBytes: number | null; imageCount: number | null };
  comment: ReactNode;
  creatorName?: string;
  /** the letter that informs the client that the study is ready */
  letter?: ReactNode;
  /** the archive from which the study was imported */
  origin?: ReactNode;
  uploadMaxAge: string | undefined;
}

export function StudyFacts({ study, comment, creatorName, letter, origin, uploadMaxAge }: StudyFactsProps) {
  const { sizeBytes, imageCount } = study;
  const size = [
    imageCount !== null && imageCount > 0 && counted(imageCount, 'снимок', 'снимка', 'снимков'),
    sizeBytes !== null && formatBytes(sizeBytes),
  ].filter(Boolean);
  return (
    <Facts>
      <Fact label="Комментарий">{comment}</Fact>
      {size.length > 0 && <Fact label="Объём">{size.join(', ')}</Fact>}
      {creatorName && <Fact label="Кто создал">{creatorName}</Fact>}
      {origin && <Fact label="Откуда">{origin}</Fact>}
      {letter && <Fact label="Письмо клиенту">{letter}</Fact>}
      {uploadMaxAge && <Fact label="Срок хранения">{formatRetention(uploadMaxAge)}</Fact>}
    </Facts>
  );
}
