import { performance } from 'node:perf_hooks';
import type { UploadBudget } from './upload-budget.ts';
import { UploadParser } from './upload-parser.ts';

/** The same limit as for other tasks. */
const TASK_MS = 60_000;

type Run = UploadParser['run'];

/** A parser process whose time is counted. A task ends when its upload has used up the time of all its tasks. */
export class MeteredParser extends UploadParser {
  readonly #budget: UploadBudget;

  constructor(budget: UploadBudget, ...options: ConstructorParameters<typeof UploadParser>) {
    super(...options);
    this.#budget = budget;
  }

  override async run(...[task, signal, limitMs = TASK_MS]: Parameters<Run>): ReturnType<Run> {
    this.#budget.assertParserTime();
    const startedAt = performance.now();
    try {
      return await super.run(task, signal, Math.min(limitMs, this.#budget.parserMsLeft));
    } finally {
      this.#budget.addParserTime(performance.now() - startedAt);
    }
  }
}
