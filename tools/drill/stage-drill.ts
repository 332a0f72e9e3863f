import type { Throttle } from '../../infra/api/api-stage.ts';
import { schoolName } from '../../infra/names.ts';
import { OperatorError } from '../../infra/operators/operator-error.ts';
import { closeAndOpenSchoolSteps } from '../../infra/restore/close-and-open-school.ts';
import { planRestoreSteps } from '../../infra/restore/plan-restore.ts';
import type { RestoreDependencies } from '../../infra/restore/restore-dependencies.ts';
import { runSteps } from '../../infra/restore/steps.ts';
import { stopMachinesStep } from '../../infra/restore/stop-machines.ts';

interface Stage {
  schoolId: string;
  /** Whether its file says that it is a stage of a school. */
  isStage: boolean;
  aws: { account: string; region: string };
  throttle: Throttle;
  /** Left by an earlier run that was interrupted. */
  moment: Date | undefined;
}

/**
 * Turns a stage over to a restored table, as a school would be, and compares every record before anything is turned. It
 * is closed first, so that nothing is written after the moment.
 */
export async function runStageDrill(
  { schoolId, isStage, aws, throttle, moment }: Stage,
  outside: RestoreDependencies,
): Promise<void> {
  if (!isStage)
    throw new OperatorError(`${schoolId} is a school at work: a drill turns over a stage ("stageOf" in its file).`);
  const { say } = outside;
  const name = schoolName(schoolId);
  let at = moment;
  if (!at) {
    const before = [
      closeAndOpenSchoolSteps({ name, open: throttle }, outside).close,
      stopMachinesStep({ name, aws }, outside),
    ];
    await runSteps(before, { say, onlyList: false });
    // What was under way when the door was closed is over after as long as a call may take.
    await outside.sleep(30_000);
    at = new Date(Math.floor(Date.now() / 1000) * 1000);
    say(`If this run is cut off, go on with: npm run drill -- --school ${schoolId} --at ${at.toISOString()}`);
  }
  await runSteps(await planRestoreSteps({ schoolId, aws, throttle, moment: at, compares: true }, outside), {
    say,
    onlyList: false,
  });
  say('The drill has passed.');
}
