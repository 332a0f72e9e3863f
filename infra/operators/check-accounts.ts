import { setSchoolEnvironment } from './accounts/deployed-school.ts';
import { OperatorError, parseCommandOptions, runApp } from './operator-error.ts';

const usage = 'Usage: npm run check-accounts -- --school <id> [--only-list]';

/** Lists what differs between a deployed school's accounts and its identity store, and puts it right. */
await runApp(async () => {
  const values = parseCommandOptions(usage, { school: { type: 'string' }, 'only-list': { type: 'boolean' } });
  if (values.school === undefined) throw new OperatorError(usage);
  await setSchoolEnvironment(values.school);
  const { findAccountDifferences } = await import('./accounts/account-differences.ts');
  const differences = await findAccountDifferences();
  for (const { text, repair } of differences) {
    const password = values['only-list'] === true ? undefined : await repair();
    const handedOn = password ? ` One-time password: ${password}` : '';
    console.log(password === undefined ? `${text}.` : `${text}: put right.${handedOn}`);
  }
  if (differences.length === 0) console.log('The accounts and the identity store say the same.');
});
