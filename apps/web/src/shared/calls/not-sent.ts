import { CallProblem } from './call.ts';

/** The refusal of a request that would be sent too late: nothing has been sent. */
export class NotSent extends CallProblem {
  constructor() {
    super(undefined, 'Нет связи. Действие не выполнено.');
  }
}

export const CANCELLED = 'Отменено: действие не выполнено.';
export const WAITED_LONG = 'Ждёт больше суток. Проверьте, не выполнено ли действие, и отправьте сами.';
