import { loadAccount, loadAccountOfSchool } from '../account-file.ts';
import { loadSchool } from '../school.ts';
import { createAskAws } from './deployment/ask-aws.ts';
import { checkAccount } from './deployment/aws-account-checks.ts';
import { OperatorError, parseCommandOptions, runApp } from './operator-error.ts';

const usage = 'Usage: npm run doctor -- --school <id>';

/** Says in a line each what a first deployment needs of the account, and what is missing. Changes nothing. */
await runApp(async () => {
  const { school: id } = parseCommandOptions(usage, { school: { type: 'string' } });
  if (id === undefined) throw new OperatorError(usage);
  const school = loadSchool(id);
  const facts = await checkAccount(school, loadAccount(loadAccountOfSchool(id).name), createAskAws(school.aws.region));
  for (const { fact, todo } of facts)
    console.log(todo === undefined ? `ok     ${fact}` : `to do  ${fact}\n       ${todo}`);
  const missing = facts.filter(({ todo }) => todo !== undefined).length;
  if (missing > 0) throw new OperatorError(`${missing} of ${facts.length} to do before the first deployment.`);
  console.log('Ready. CloudFront may still ask to verify a new account: only the first deployment tells.');
});
