import { readFileSync } from 'node:fs';
import { buildRelease, packRelease } from '../pipeline/build-release.ts';
import { checkedOutVersion } from './deployment/deploy-arguments.ts';
import { OperatorError, parseCommandOptions, runApp } from './operator-error.ts';

const usage = 'Usage: npm run build-release -- --file <name.tar.gz> [--school <id>]';

/** Makes what deploys the version that is checked out to all accounts and schools, or to one school, in one file. */
await runApp(async () => {
  const { file, school } = parseCommandOptions(usage, { file: { type: 'string' }, school: { type: 'string' } });
  const version = checkedOutVersion();
  if (file === undefined || version === undefined) throw new OperatorError(usage);
  const { context } = JSON.parse(readFileSync(new URL('../../cdk.json', import.meta.url), 'utf8'));
  await buildRelease({ version, context, ...(school !== undefined && { schools: [school] }) });
  packRelease(file);
});
