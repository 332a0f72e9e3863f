import { planWaves } from '../pipeline/waves.ts';
import { runApp } from './operator-error.ts';

/** A line for each wave, as a job of the pipeline gives it to the next ones: `first=[{"school":"demo",…}]`. */
await runApp(async () => {
  for (const [wave, schools] of Object.entries(planWaves())) console.log(`${wave}=${JSON.stringify(schools)}`);
});
