import { checkedApp } from '../formroom-app.ts';
import { applicationName } from '../names.ts';
import { OperatorError, runApp } from '../operators/operator-error.ts';
import { loadSchool } from '../school.ts';
import { PipelineStack } from '../stacks/pipeline.ts';

/**
 * `npx cdk deploy --app 'node infra/pipeline/pipeline.ts' -c school=<id> -c repository=<owner>/<name> --rollback-trigger-alarm-arns none`,
 * once for each account, in the region of that school: what the repository's workflows may do there. `-c provider=there` where the account trusts GitHub already.
 */
await runApp(async () => {
  const app = checkedApp();
  const { aws } = loadSchool(app.node.tryGetContext('school'));
  const repository: unknown = app.node.tryGetContext('repository');
  if (typeof repository !== 'string' || !/^[\w.-]+\/[\w.-]+$/.test(repository))
    throw new OperatorError('Name the repository with -c repository=<owner>/<name>.');
  new PipelineStack(app, `${applicationName}-pipeline`, {
    env: aws,
    repository,
    isProviderThere: app.node.tryGetContext('provider') === 'there',
  });
  app.synth();
});
