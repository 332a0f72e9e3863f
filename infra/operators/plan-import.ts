import { readFileSync } from 'node:fs';
import { schoolName } from '../names.ts';
import { loadSchool } from '../school.ts';
import { createAskAws } from './deployment/ask-aws.ts';
import { keptResources, planImport } from './deployment/kept-resources.ts';
import { OperatorError, parseCommandOptions, runApp } from './operator-error.ts';

const usage = 'Usage: npm run plan-import -- --school <id>';

/** Prints the command by which CloudFormation adopts what a school that was taken down has left. Changes nothing. */
await runApp(async () => {
  const { school: id } = parseCommandOptions(usage, { school: { type: 'string' } });
  if (id === undefined) throw new OperatorError(usage);
  const school = loadSchool(id);
  const { context } = JSON.parse(readFileSync(new URL('../../cdk.json', import.meta.url), 'utf8'));
  const mapping = await planImport(school, keptResources(school, context), createAskAws(school.aws.region));
  console.log(
    `npx cdk import ${schoolName(id)}-data -c school=${id} --resource-mapping-inline '${JSON.stringify(mapping)}'`,
  );
});
