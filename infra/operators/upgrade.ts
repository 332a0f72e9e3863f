import { schoolName } from '../names.ts';
import { loadSchool } from '../school.ts';
import { createAskAws } from './deployment/ask-aws.ts';
import { describeChangesBetween } from './deployment/changes-between.ts';
import {
  checkedOutVersion,
  deployArguments,
  type SchoolDeployment,
  upgradeArguments,
} from './deployment/deploy-arguments.ts';
import { readDeployedVersion } from './deployment/deployed-version.ts';
import { refuseLeavingWorkers } from './deployment/leaving-workers.ts';
import { runCdk } from './deployment/run-cdk.ts';
import { listShiftedBack } from './deployment/shifted-back.ts';
import { OperatorError, parseCommandOptions, runApp } from './operator-error.ts';

const usage = 'Usage: npm run upgrade -- --school <id> [--version <commit>] [--assembly <folder>] [--back]';

/**
 * Deploys what is checked out, or an assembly that was made of it, to a school, and has CloudFormation take it back
 * when an alarm goes off; but not the first deployment, which has no alarm yet, and not the way `--back` from a version
 * that has set alarms off.
 */
await runApp(async () => {
  const text = { type: 'string' } as const;
  const {
    school: id,
    back = false,
    ...values
  } = parseCommandOptions(usage, {
    school: text,
    version: text,
    assembly: text,
    back: { type: 'boolean' },
  });
  if (id === undefined) throw new OperatorError(usage);
  const school = loadSchool(id);
  const version = values.version ?? checkedOutVersion();
  if (version === undefined) throw new OperatorError(`Name the version, as this folder is no git checkout. ${usage}`);
  const deployment: SchoolDeployment = { version, ...(values.assembly !== undefined && { assembly: values.assembly }) };
  const ask = createAskAws(school.aws.region);
  // The way back asks nothing: a stack that failed is what one goes back from.
  const deployed = back ? undefined : await readDeployedVersion(id, ask);
  const hasAlarms = deployed?.isThere === true;
  if (deployed?.isThere) process.stdout.write(`${describeChangesBetween({ from: deployed.version, to: version })}\n\n`);
  if (!back) await refuseLeavingWorkers(school, ask);
  const begun = new Date();
  for (const given of (hasAlarms ? upgradeArguments : deployArguments)(school, deployment)) {
    process.exitCode = runCdk(given);
    if (process.exitCode === 0) continue;
    if (school.gradualTraffic && hasAlarms)
      for (const line of await listShiftedBack(schoolName(id), begun, ask)) console.error(line);
    return;
  }
});
