import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { reason } from './outcomes.mjs';
import { root } from '../programs/toolchain.mjs';

const failureOf = (name, errors) => ({
  name,
  why: reason(errors.map((error) => error.stack ?? error.message)),
});

/** Writes the outcome of a vitest run to the file OUTCOME. Vitest's own JSON report omits errors outside of tests. */
export default class OutcomeReporter {
  onTestRunEnd(modules, unhandled) {
    const passed = modules.flatMap(({ children }) => [...children.allTests('passed')]);
    const repeated = passed
      .filter((test) => test.diagnostic()?.flaky)
      .map((test) =>
        failureOf(`${relative(root, test.module.moduleId)} › ${test.fullName}`, test.result().errors ?? []),
      );
    const failures = modules.flatMap((module) => {
      const file = relative(root, module.moduleId);
      // errors while a file is loaded, and in hooks
      const outsideOfTests = [module, ...module.children.allSuites()]
        .filter((suite) => suite.errors().length > 0)
        .map((suite) =>
          failureOf(`${file}${suite === module ? '' : ` › ${suite.fullName}`}`, suite.errors()),
        );
      const failed = [...module.children.allTests('failed')];
      return [
        ...outsideOfTests,
        ...failed.map((test) => failureOf(`${file} › ${test.fullName}`, test.result().errors)),
      ];
    });
    const unhandledErrors = unhandled.map((error) => ({
      name: 'unhandled error',
      why: reason([error.stack ?? error.message]),
    }));
    writeFileSync(
      process.env.OUTCOME,
      JSON.stringify({ passed: passed.length, failures: [...failures, ...unhandledErrors], repeated }),
    );
  }
}
