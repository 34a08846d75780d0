import { IMPLANT_LIMITS } from '@snimok/contract/viewing/implants';

/** What people read when a request about implants is refused. */
export const sentences = {
  lineExists: 'Такая линейка уже есть. Удалите прежнюю или назовите новую иначе',
  tooManyLines: `Больше ${IMPLANT_LIMITS.ownLines} своих линеек добавить нельзя. Удалите лишние`,
  noLine: 'Линейка не найдена. Возможно, её уже удалили',
  tooManyFavourites: `Больше ${IMPLANT_LIMITS.choices} избранных линеек добавить нельзя. Снимите лишние звёзды`,
};
