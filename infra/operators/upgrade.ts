import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { loadSchool } from '../school.ts';
import { createAskAws } from './deployment/ask-aws.ts';
import { checkedOutVersion, upgradeArguments } from './deployment/deploy-arguments.ts';
import { refuseLeavingWorkers } from './deployment/leaving-workers.ts';
import { OperatorError, parseCommandOptions, runApp } from './operator-error.ts';

const usage = 'Usage: npm run upgrade -- --school <id> [--version <commit>]';
const project = fileURLToPath(new URL('../../', import.meta.url));

/**
 * Deploys what is checked out to a school that is there already, and has CloudFormation take it back when an alarm goes
 * off.
 */
await runApp(async () => {
  const values = parseCommandOptions(usage, { school: { type: 'string' }, version: { type: 'string' } });
  if (values.school === undefined) throw new OperatorError(usage);
  const school = loadSchool(values.school);
  const version = values.version ?? checkedOutVersion();
  if (version === undefined) throw new OperatorError(`Name the version, as this folder is no git checkout. ${usage}`);
  await refuseLeavingWorkers(school, createAskAws(school.aws.region));
  const cdk = fileURLToPath(new URL('../../node_modules/aws-cdk/bin/cdk', import.meta.url));
  for (const given of upgradeArguments(school, version)) {
    const { status } = spawnSync(process.execPath, [cdk, ...given], { cwd: project, stdio: 'inherit' });
    process.exitCode = status ?? 1;
    if (status !== 0) return;
  }
});
