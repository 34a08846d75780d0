import { counted } from '@snimok/api-client/format-numbers';
import { WaitingBadge } from '../../../shared/ui/waiting-badge.tsx';
import { waitingErasuresQuery } from './queries.ts';

/** Requests of colleagues that wait for this administrator. */
export const WaitingErasures = () => <WaitingBadge query={waitingErasuresQuery} labelOf={labelOf} />;

const labelOf = (waiting: number) =>
  `${counted(waiting, 'запрос', 'запроса', 'запросов')} на удаление данных`;
