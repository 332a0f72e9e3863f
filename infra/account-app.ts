import type { App } from 'aws-cdk-lib';
import { type AccountFile, listSharers } from './account-file.ts';
import { stackLimitsOf } from './rights/stage-limits.ts';
import { countSharedSets, sharingStackOf } from './shared-parts.ts';
import { AccountStack, StagesStack } from './stacks/account.ts';

/** The stack of an account, and that of its stages where its file has any. */
export function addAccountStacks(app: App, account: AccountFile): void {
  const { aws, operatorEmail } = account;
  const [schools, stages] = [listSharers(account, 'schools'), listSharers(account, 'stages')];
  new AccountStack(app, sharingStackOf('schools'), {
    env: aws,
    operatorEmail,
    sharedSets: countSharedSets(schools.length),
  });
  const [stage] = stages;
  if (stage === undefined) return;
  new StagesStack(app, sharingStackOf('stages'), {
    env: aws,
    ...stackLimitsOf(stage, aws.region),
    sharedSets: countSharedSets(stages.length),
  });
}
