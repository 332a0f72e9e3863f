import { askRun, whyNotToBegin } from '../pipeline/release-gate.ts';
import { OperatorError, parseCommandOptions, runApp } from './operator-error.ts';

const usage = 'Usage: npm run may-begin -- --environment staging|schools, in a job of a workflow of GitHub';

/** The gate that each job of the pipeline asks before it deploys: exit code 1 where it may not. */
await runApp(async () => {
  const { environment } = parseCommandOptions(usage, { environment: { type: 'string' } });
  const { GITHUB_API_URL: api, GITHUB_REPOSITORY: repository, GITHUB_RUN_ID: run, GITHUB_TOKEN: token } = process.env;
  if (!['staging', 'schools'].includes(environment ?? '') || !api || !repository || !run || !token)
    throw new OperatorError(usage);
  const why = whyNotToBegin(await askRun({ api, repository, run, token }, environment === 'staging'));
  if (why !== undefined) throw new OperatorError(why);
  console.log('Nothing of this release has failed.');
});
