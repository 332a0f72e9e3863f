import type { App } from 'aws-cdk-lib';
import { type AccountFile, listSharers } from './account-file.ts';
import { baselineStackName } from './names.ts';
import { stackLimitsOf } from './rights/stage-limits.ts';
import { countSharedSets, sharingStackOf } from './shared-parts.ts';
import { AccountStack, StagesStack } from './stacks/account.ts';
import { BaselineStack } from './stacks/baseline.ts';

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

/** Whether anything of an account's baseline is a resource of its stack. */
export const hasBaselineStack = ({ baseline }: Pick<AccountFile, 'baseline'>): boolean =>
  baseline !== null && (baseline.trail || baseline.guardDuty || baseline.monthlyBudget !== null);

/** The stack of what watches over an account, where its file asks for any of it. */
export function addBaselineStack(app: App, account: AccountFile): void {
  if (hasBaselineStack(account)) new BaselineStack(app, baselineStackName, { env: account.aws, account });
}
