import { Tags } from 'aws-cdk-lib';
import { PassedTemplates } from '../build/passed-templates.ts';
import { createCheckedApp } from '../formroom-app.ts';
import { costTag, schoolName } from '../names.ts';
import { OperatorError, runApp } from '../operators/operator-error.ts';
import { loadSchool } from '../school.ts';
import { VaultStack } from '../stacks/vault.ts';

/**
 * `npx cdk deploy --app 'node infra/vault/vault.ts' -c school=<id> --rollback-trigger-alarm-arns none`, signed in to
 * the account of the vault and not to the school's. `-c vault=<account>/<region>` synthesizes that of a school whose
 * file names none yet.
 */
await runApp(async () => {
  const passed = new PassedTemplates();
  const app = createCheckedApp({}, passed);
  const school = loadSchool(app.node.tryGetContext('school'));
  const { id, aws } = school;
  const vault = school.vault ?? placeIn(app.node.tryGetContext('vault'));
  if (!vault) throw new OperatorError(`infra/schools/${id}.json names no vault.`);
  Tags.of(app).add(costTag, id);
  new VaultStack(app, `${schoolName(id)}-vault`, { env: vault, name: schoolName(id), school: aws, vault });
  passed.add(app.synth());
});

function placeIn(given: unknown): { account: string; region: string } | undefined {
  const [, account, region] = /^(\d{12})\/([a-z0-9-]+)$/.exec(String(given)) ?? [];
  return account && region ? { account, region } : undefined;
}
