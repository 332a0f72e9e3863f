import { listSharers, loadAccount } from '../account-file.ts';
import { countSharedSets, sharingStackOf } from '../shared-parts.ts';
import { createAskAws } from './deployment/ask-aws.ts';
import { noRollbackTriggers } from './deployment/deploy-arguments.ts';
import { leftPartsParameters, listLeftParts, removeUnused } from './deployment/left-parts.ts';
import { runCdk } from './deployment/run-cdk.ts';
import { OperatorError, parseCommandOptions, runApp } from './operator-error.ts';

const usage = 'Usage: npm run deploy-account -- --account <name> [--stages] [--assembly <folder>] [--remove-unused]';

/**
 * Deploys what the schools of an account share, or its stages, from the account's file or an assembly that was made of
 * it; or removes what earlier versions have left of that.
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
  process.exitCode = runCdk([
    ...['deploy', stackName, '--exclusively', '--require-approval', 'never', ...noRollbackTriggers],
    ...(assembly === undefined ? ['--app', 'node infra/account.ts', '-c', `account=${name}`] : ['--app', assembly]),
    ...leftPartsParameters(left, { stackName, sets: countSharedSets(sharers.length) }),
  ]);
});
