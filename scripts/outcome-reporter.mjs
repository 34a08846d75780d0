import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { reason } from './outcomes.mjs';
import { root } from './toolchain.mjs';

/** Writes what came of vitest's run as an `Outcome` (outcomes.mjs): its JSON report leaves out what no test had awaited. */
export default class OutcomeReporter {
  onTestRunEnd(modules, unhandled) {
    const passed = modules.flatMap(({ children }) => [...children.allTests('passed')]).length;
    const failures = modules.flatMap((module) => {
      const file = relative(root, module.moduleId);
      const told = (name, errors) => ({
        name,
        why: reason(errors.map((error) => error.stack ?? error.message)),
      });
      // a file that does not load, and what is set up before its tests
      const around = [module, ...module.children.allSuites()]
        .filter((suite) => suite.errors().length > 0)
        .map((suite) => told(`${file}${suite === module ? '' : ` › ${suite.fullName}`}`, suite.errors()));
      const failed = [...module.children.allTests('failed')];
      return [...around, ...failed.map((test) => told(`${file} › ${test.fullName}`, test.result().errors))];
    });
    const outside = unhandled.map((error) => ({
      name: 'what no test had awaited',
      why: reason([error.stack ?? error.message]),
    }));
    writeFileSync(process.env.OUTCOME, JSON.stringify({ passed, failures: [...failures, ...outside] }));
  }
}
