import { clientOfAccount } from '../callers/callers.ts';
import { startSmallSchool } from '../school/small-school.ts';
import { saveTableForRestore } from '../school/table-content.ts';
import { startSteppedExecutions } from './stepped-executions.ts';

type Executions = Awaited<ReturnType<typeof startSteppedExecutions>>;

/**
 * A small school in this process, whose durable jobs of one domain are worked by hand and whose table can be brought
 * back.
 */
export async function startSteppedSchool(handler: Parameters<Executions['run']>[0]) {
  const school = await startSmallSchool();
  const executions = await startSteppedExecutions();
  const admin = await clientOfAccount(school.url, 'A1');
  const bringBack = await saveTableForRestore();
  return {
    admin,
    bringBack,
    /** Takes the steps of the job that was started last until it is done. Answers how many there were. */
    work: () => executions.run(handler),
    /** Whatever runs is over: a process died. */
    endAll: () => executions.endAll(),
    async stop() {
      await executions.stop();
      await school.stop();
    },
  };
}
