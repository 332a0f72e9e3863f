import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { loadSchool } from '../school.ts';
import { leftPartsKey, sharingStack } from '../shared-parts.ts';
import { createAskAws } from './deployment/ask-aws.ts';
import { noRollbackTriggers } from './deployment/deploy-arguments.ts';
import { listLeftParts, listLeftPartsWantedAgain, removeUnused } from './deployment/left-parts.ts';
import { OperatorError, parseCommandOptions, runApp } from './operator-error.ts';

const usage = 'Usage: npm run deploy-account -- --school <id> [--remove-unused]';
const project = fileURLToPath(new URL('../../', import.meta.url));

/** Deploys what a school shares with the others of its account, or removes what earlier versions have left of it. */
await runApp(async () => {
  const { school, 'remove-unused': isRemoving } = parseCommandOptions(usage, {
    school: { type: 'string' },
    'remove-unused': { type: 'boolean' },
  });
  if (school === undefined) throw new OperatorError(usage);
  const { id, aws } = loadSchool(school);
  const ask = createAskAws(aws.region);
  const stack = sharingStack(id);
  const left = await listLeftParts(stack, ask);
  if (isRemoving) return removeUnused(left, { ask, say: (line) => console.log(line), now: new Date() });
  const given = ['deploy', stack, '--app', 'node infra/account.ts', '-c', `school=${id}`, '--exclusively'];
  const there = ['-c', `${leftPartsKey}=${listLeftPartsWantedAgain(left).join()}`, '--require-approval', 'never'];
  const cdk = fileURLToPath(new URL('../../node_modules/aws-cdk/bin/cdk', import.meta.url));
  const { status } = spawnSync(process.execPath, [cdk, ...given, ...there, ...noRollbackTriggers], {
    cwd: project,
    stdio: 'inherit',
  });
  process.exitCode = status ?? 1;
});
