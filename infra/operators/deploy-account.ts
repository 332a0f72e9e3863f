import { hasBaselineStack } from '../account-app.ts';
import { listSharers, loadAccount } from '../account-file.ts';
import { baselineStackName } from '../names.ts';
import { countSharedSets, sharingStackOf } from '../shared-parts.ts';
import { setAlternateContacts } from './deployment/alternate-contacts.ts';
import { createAskAws } from './deployment/ask-aws.ts';
import { noRollbackTriggers } from './deployment/deploy-arguments.ts';
import { leftPartsParameters, listLeftParts, removeUnused } from './deployment/left-parts.ts';
import { runCdk } from './deployment/run-cdk.ts';
import { OperatorError, parseCommandOptions, runApp } from './operator-error.ts';

const usage = 'Usage: npm run deploy-account -- --account <name> [--stages] [--assembly <folder>] [--remove-unused]';

/**
 * Deploys what the schools of an account share, with its baseline, or what its stages share, from the account's file or
 * an assembly that was made of it; or removes what earlier versions have left of that.
 */
await runApp(async () => {
  const {
    account: name,
    stages = false,
    assembly,
    'remove-unused': isRemoving,
  } = parseCommandOptions(usage, {
    account: { type: 'string' },
    stages: { type: 'boolean' },
    assembly: { type: 'string' },
    'remove-unused': { type: 'boolean' },
  });
  if (name === undefined) throw new OperatorError(usage);
  const account = loadAccount(name);
  const kind = stages ? 'stages' : 'schools';
  const sharers = listSharers(account, kind);
  if (stages && sharers.length === 0) throw new OperatorError(`infra/accounts/${name}.json has no stage.`);
  const ask = createAskAws(account.aws.region);
  const stackName = sharingStackOf(kind);
  const left = await listLeftParts(stackName, ask);
  if (isRemoving) return removeUnused(left, { ask, say: (line) => console.log(line), now: new Date() });
  const given = (file: string) =>
    assembly === undefined ? ['--app', `node ${file}`, '-c', `account=${name}`] : ['--app', assembly];
  const deploy = (stack: string) => ['deploy', stack, '--exclusively', '--require-approval', 'never'];
  process.exitCode = runCdk([
    ...deploy(stackName),
    ...noRollbackTriggers,
    ...given('infra/account.ts'),
    ...leftPartsParameters(left, { stackName, sets: countSharedSets(sharers.length) }),
  ]);
  // Once an account: with what its schools share, not with what its stages do.
  if (process.exitCode !== 0 || stages) return;
  if (hasBaselineStack(account))
    process.exitCode = runCdk([...deploy(baselineStackName), ...noRollbackTriggers, ...given('infra/baseline.ts')]);
  if (process.exitCode === 0) await setAlternateContacts(account, ask);
});
