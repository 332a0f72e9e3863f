import { PassedTemplates } from './build/passed-templates.ts';
import { checkedApp } from './formroom-app.ts';
import { applicationName, isStageId, stageNameStart } from './names.ts';
import { runApp } from './operators/operator-error.ts';
import { limitsOf } from './rights/stage-limits.ts';
import { loadSchool } from './school.ts';
import { AccountStack, StagesStack } from './stacks/account.ts';

/**
 * `npx cdk deploy --app 'node infra/account.ts' -c school=<id> --rollback-trigger-alarm-arns none`, once for each account and region:
 * those of that school. With a stage's id also what stages share, `formroom-staging-shared`.
 */
await runApp(async () => {
  const passed = new PassedTemplates();
  const app = checkedApp({}, passed);
  const { id, aws, operatorEmail } = loadSchool(app.node.tryGetContext('school'));
  new AccountStack(app, `${applicationName}-account`, { env: aws, operatorEmail });
  if (isStageId(id)) new StagesStack(app, `${stageNameStart}shared`, { env: aws, ...limitsOf(id, aws.region) });
  passed.add(app.synth());
});
