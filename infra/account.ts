import { PassedTemplates } from './build/passed-templates.ts';
import { createCheckedApp } from './formroom-app.ts';
import { applicationName, isStageId } from './names.ts';
import { runApp } from './operators/operator-error.ts';
import { stackLimitsOf } from './rights/stage-limits.ts';
import { loadSchool } from './school.ts';
import { sharingStack } from './shared-parts.ts';
import { AccountStack, StagesStack } from './stacks/account.ts';

/**
 * What an account and region, those of the school, has once; with a stage's id also what stages share. Deployed by
 * `npm run deploy-account`, which passes on what is there already.
 */
await runApp(async () => {
  const passed = new PassedTemplates();
  const app = createCheckedApp({}, passed);
  const { id, aws, operatorEmail } = loadSchool(app.node.tryGetContext('school'));
  new AccountStack(app, `${applicationName}-account`, { env: aws, operatorEmail });
  if (isStageId(id)) new StagesStack(app, sharingStack(id), { env: aws, ...stackLimitsOf(id, aws.region) });
  passed.add(app.synth());
});
