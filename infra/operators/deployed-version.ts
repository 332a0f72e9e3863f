import { loadSchool } from '../school.ts';
import { createAskAws } from './deployment/ask-aws.ts';
import { readDeployedVersion } from './deployment/deployed-version.ts';
import { OperatorError, parseCommandOptions, runApp } from './operator-error.ts';

const usage = 'Usage: npm run deployed-version -- --school <id>';

/** The commit that a school has as a job of the pipeline gives it to its next steps: `version=…`, empty for none. */
await runApp(async () => {
  const { school } = parseCommandOptions(usage, { school: { type: 'string' } });
  if (school === undefined) throw new OperatorError(usage);
  const { id, aws } = loadSchool(school);
  const { version = '' } = await readDeployedVersion(id, createAskAws(aws.region));
  console.log(`version=${version}`);
});
