import { expect, test } from 'vitest';
import { SliceOrder, type SliceTask } from './slice-order.ts';

/** All requests, each of which is complete before the next. */
function requestsOf(order: SliceOrder, current: (at: number) => number): SliceTask[] {
  const tasks: SliceTask[] = [];
  for (let task = order.next(current(0)); task; task = order.next(current(tasks.length))) {
    tasks.push(task);
    for (let slice = task.next; slice < task.end; slice += 1) order.halfArrived(slice);
  }
  return tasks;
}

const slicesOf = (tasks: SliceTask[], ...parts: string[]) =>
  tasks
    .filter(({ part }) => parts.includes(part))
    .flatMap(({ next, end }) => Array.from({ length: end - next }, (_, at) => next + at))
    .toSorted((one, other) => one - other);

const ALL = Array.from({ length: 400 }, (_, at) => at);

test('whole frames are loaded from the current slice outwards, each once', () => {
  const tasks = requestsOf(new SliceOrder(400, false), () => 200);
  expect(tasks[0]).toEqual({ part: 'whole', next: 192, end: 216 });
  expect(slicesOf(tasks, 'whole')).toEqual(ALL);
  const distances = tasks.map(({ next, end }) => Math.abs((next + end) / 2 - 200));
  expect(distances).toEqual(distances.toSorted((one, other) => one - other));
});

test('frames in parts: the current slices whole, then all at half resolution, then the rest of each', () => {
  const tasks = requestsOf(new SliceOrder(400, true), () => 200);
  const parts = tasks.map(({ part }) => part);
  expect(tasks[0]).toEqual({ part: 'whole', next: 200, end: 208 });
  expect(parts.lastIndexOf('half')).toBeLessThan(parts.indexOf('rest'));
  expect(slicesOf(tasks, 'whole', 'half')).toEqual(ALL);
  expect(slicesOf(tasks, 'whole', 'rest')).toEqual(ALL);
});

test('the next request follows the user, and the rest of a slice waits for its first part', () => {
  const order = new SliceOrder(400, true);
  order.next(10);
  expect(order.next(390)).toMatchObject({ part: 'half', next: 384, end: 400 });
  let requests = 0;
  while (order.next(0)) requests += 1;
  expect(requests).toBeLessThan(12);
  order.halfArrived(395);
  expect(order.next(0)).toEqual({ part: 'rest', next: 395, end: 396 });
});
