import { PassedTemplates } from './build/passed-templates.ts';
import { checkedApp } from './formroom-app.ts';
import { applicationName } from './names.ts';
import { runApp } from './operators/operator-error.ts';
import { loadSchool } from './school.ts';
import { AccountStack } from './stacks/account.ts';

/**
 * `npx cdk deploy --app 'node infra/account.ts' -c school=<id> --rollback-trigger-alarm-arns none`, once for each account and region:
 * those of that school.
 */
await runApp(async () => {
  const passed = new PassedTemplates();
  const app = checkedApp({}, passed);
  const { aws, operatorEmail } = loadSchool(app.node.tryGetContext('school'));
  new AccountStack(app, `${applicationName}-account`, { env: aws, operatorEmail });
  passed.add(app.synth());
});
