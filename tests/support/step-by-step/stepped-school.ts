import { afterAll, beforeAll, beforeEach } from 'vitest';
import { schoolForTests } from '../school/school-for-tests.ts';
import { saveTableForRestore } from '../school/table-content.ts';
import { startSteppedExecutions } from './stepped-executions.ts';

type Executions = Awaited<ReturnType<typeof startSteppedExecutions>>;

/**
 * The small school for the tests of a `describe`, or of a file, whose durable jobs of one domain are worked by hand.
 * Before each test nothing runs and the table is as at first.
 */
export function steppedSchoolForTests(handler: Parameters<Executions['run']>[0]) {
  const school = schoolForTests();
  const admin = school.as('A1');
  let executions: Executions;
  let bringBack: () => Promise<void>;
  beforeAll(async () => {
    executions = await startSteppedExecutions();
    bringBack = await saveTableForRestore();
  });
  beforeEach(async () => {
    executions.endAll();
    await bringBack();
  });
  afterAll(() => executions.stop());
  return {
    admin,
    as: school.as,
    bringBack: () => bringBack(),
    /** Takes the steps of the job that was started last until it is done. Answers how many there were. */
    work: () => executions.run(handler),
    /** Runs the job of a kind whose key contains `about`, where several were started at once. */
    workOn: (name: string, about: string) => executions.runJob(name, handler, about),
    /** The same, each step by another worker. */
    workBy: (worker: Parameters<Executions['run']>[0]) => executions.run(worker),
    /** Whatever runs is over: a process died. */
    endAll: () => executions.endAll(),
  };
}
