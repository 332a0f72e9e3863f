import { loadAccount } from '../account-file.ts';
import { PassedTemplates } from '../build/passed-templates.ts';
import { createCheckedApp } from '../formroom-app.ts';
import { applicationName } from '../names.ts';
import { OperatorError, runApp } from '../operators/operator-error.ts';
import { GitHubRolesStack, type Repository } from '../stacks/github-roles.ts';

/**
 * `npx cdk deploy --app 'node infra/pipeline/pipeline.ts' -c account=<name> -c repository=<owner>@<owner id>/<name>@<id> --rollback-trigger-alarm-arns none`,
 * once for each account, in the region of its file: what the repository's workflows may do there.
 * `-c provider=there` where the account trusts GitHub already.
 */
await runApp(async () => {
  const passed = new PassedTemplates();
  const app = createCheckedApp({}, passed);
  const { aws } = loadAccount(app.node.tryGetContext('account'));
  const repository = readRepository(app.node.tryGetContext('repository'));
  new GitHubRolesStack(app, `${applicationName}-pipeline`, {
    env: aws,
    repository,
    isProviderThere: app.node.tryGetContext('provider') === 'there',
  });
  passed.add(app.synth());
});

/** `district@1234567/formroom@89101112`. @throws {OperatorError} for anything else */
function readRepository(given: unknown): Repository {
  const [, owner, ownerId, name, id] = /^([\w.-]+)@(\d+)\/([\w.-]+)@(\d+)$/.exec(String(given)) ?? [];
  if (owner && ownerId && name && id) return { owner, name, ownerId, id };
  throw new OperatorError(
    'Name the repository with its ids: -c repository=<owner>@<owner id>/<name>@<id>. ' +
      'https://api.github.com/repos/<owner>/<name> says them: "owner": { "id" } and "id".',
  );
}
