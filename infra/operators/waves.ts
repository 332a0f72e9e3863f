import { ownFolders } from '../account-file.ts';
import { planWaves } from '../pipeline/waves.ts';
import { parseCommandOptions, runApp } from './operator-error.ts';

const usage = 'Usage: npm run waves [-- --account <name>]';

/** A line for each wave, as a job of the pipeline gives it to the next ones: `first=[{"name":"demo",…}]`. */
await runApp(async () => {
  const { account } = parseCommandOptions(usage, { account: { type: 'string' } });
  for (const [wave, places] of Object.entries(planWaves(ownFolders, account)))
    console.log(`${wave}=${JSON.stringify(places)}`);
});
