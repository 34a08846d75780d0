import { counted } from '@snimok/api-client/format-numbers';
import { WaitingBadge } from '../../../shared/ui/waiting-badge.tsx';
import { waitingReferralsQuery } from './queries.ts';

/** Referrals that wait for a decision. */
export const WaitingReferrals = () => <WaitingBadge query={waitingReferralsQuery} labelOf={labelOf} />;

const labelOf = (waiting: number) =>
  `${counted(waiting, 'направление ждёт', 'направления ждут', 'направлений ждут')} решения`;
