import { expect, test } from 'vitest';
import { SliceOrder, type SliceTask } from './slice-order.ts';

/** All requests, each of which is complete before the next. */
function requestsOf(order: SliceOrder, current: (at: number) => number): SliceTask[] {
  const tasks: SliceTask[] = [];
  for (let task = order.next(current(0)); task; task = order.next(current(tasks.length))) {
    tasks.push(task);
    for (let slice = task.next; slice < task.end; slice += task.every) order.halfArrived(slice);
  }
  return tasks;
}

const slicesOf = (tasks: SliceTask[], ...parts: string[]) =>
  tasks
    .filter(({ part }) => parts.includes(part))
    .flatMap(({ next, end, every }) =>
      Array.from({ length: Math.ceil((end - next) / every) }, (_, at) => next + at * every),
    )
    .toSorted((one, other) => one - other);

const ALL = Array.from({ length: 400 }, (_, at) => at);

test('whole frames are loaded from the current slice outwards, each once', () => {
  const tasks = requestsOf(new SliceOrder(400, false), () => 200);
  expect(tasks[0]).toEqual({ part: 'whole', next: 192, end: 216, every: 1 });
  expect(slicesOf(tasks, 'whole')).toEqual(ALL);
  const distances = tasks.map(({ next, end }) => Math.abs((next + end) / 2 - 200));
  expect(distances).toEqual(distances.toSorted((one, other) => one - other));
});

test('partial frames: current slices are loaded whole, then every second one at half resolution, then the rest', () => {
  const tasks = requestsOf(new SliceOrder(401, true), () => 200);
  const parts = tasks.map(({ part }) => part);
  expect(tasks[0]).toEqual({ part: 'whole', next: 200, end: 208, every: 1 });
  expect(tasks[1]).toMatchObject({ part: 'half', end: 199, every: 2 });
  const beginsToRemain = parts.indexOf('whole', 1);
  expect(parts.lastIndexOf('half')).toBeLessThan(Math.min(beginsToRemain, parts.indexOf('rest')));
  const halves = slicesOf(tasks, 'half');
  expect(halves).toEqual(ALL.concat(400).filter((at) => at % 2 === 0 && (at < 200 || at >= 208)));
  expect(slicesOf(tasks, 'rest')).toEqual(halves);
  expect(slicesOf(tasks, 'whole', 'rest')).toEqual(ALL.concat(400));
  const distances = tasks.slice(beginsToRemain).map(({ next, end }) => Math.max(0, next - 200, 201 - end));
  expect(distances).toEqual(distances.toSorted((one, other) => one - other));
});

test('the next request follows the user, and the rest of a slice is requested after its first part', () => {
  const order = new SliceOrder(400, true);
  order.next(10);
  expect(order.next(390)).toEqual({ part: 'half', next: 384, end: 399, every: 2 });
  const requests = [];
  for (let task = order.next(0); task; task = order.next(0)) requests.push(task);
  expect(requests.filter(({ part }) => part === 'rest')).toEqual([]);
  expect(order.halfArrived(394)).toBe(true);
  expect([order.halfArrived(395), order.halfArrived(394)]).toEqual([false, false]);
  expect(order.next(0)).toEqual({ part: 'rest', next: 394, end: 395, every: 2 });
});
