import { counted } from '@snimok/api-client/format-numbers';
import { WaitingBadge } from '../../../shared/ui/waiting-badge.tsx';
import { waitingReportsQuery } from './queries.ts';

/** Studies that wait for a report. */
export const WaitingReports = () => <WaitingBadge query={waitingReportsQuery} labelOf={labelOf} />;

const labelOf = (waiting: number) =>
  `${counted(waiting, 'исследование ждёт', 'исследования ждут', 'исследований ждут')} заключения`;
