import { smokeCheckParts } from '#options/tools';
import { OperatorError, parseCommandOptions, runApp } from '../../infra/operators/operator-error.ts';
import { type CheckOutcome, runSmokeTest, smokeChecksOfOptions } from './smoke.ts';
import { findDeployedSchool, startLocalSchool, type TestedSchool } from './tested-school.ts';

const usage = 'Usage: npm run smoke -- --school <id> [--url https://…], or npm run smoke -- --local';

/** Tries a deployed school from outside, or the demo school on this machine. Exit code 1 where anything failed. */
await runApp(async () => {
  smokeChecksOfOptions.fill(smokeCheckParts);
  const place = await placeOf();
  const began = Date.now();
  console.log(`Smoke test of ${place.school.id} at ${place.url}`);
  try {
    const outcomes = await runSmokeTest(place, ({ outcome, title, told }: CheckOutcome) => {
      console.log(`  ${outcome.padEnd(8)}  ${title}: ${told}`);
    });
    const count = (wanted: CheckOutcome['outcome']) => outcomes.filter(({ outcome }) => outcome === wanted).length;
    const seconds = Math.round((Date.now() - began) / 1000);
    console.log(`${count('ok')} ok, ${count('FAILED')} failed, ${count('not here')} not here, in ${seconds} s.`);
    console.log('What ends by itself: lines without names in the logs (3 months), and what the recovery of table and');
    console.log('files holds of everything that is removed (35 and 30 days).');
    if (count('FAILED') > 0) process.exitCode = 1;
  } finally {
    await place.stop();
  }
});

function placeOf(): Promise<TestedSchool> {
  const options = { school: { type: 'string' }, url: { type: 'string' }, local: { type: 'boolean' } } as const;
  const { school, url, local } = parseCommandOptions(usage, options);
  if (local === true) return startLocalSchool();
  if (school === undefined || (url !== undefined && !/^https:\/\/[^/]+\/?$/.test(url))) throw new OperatorError(usage);
  return findDeployedSchool(school, url);
}
