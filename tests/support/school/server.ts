import type { LogLevel } from '@aws-lambda-powertools/logger/types';
import { logger } from '#functions/platform/log.ts';
import { loadFromSources } from '../../../local/load-functions.ts';
import { type RunningSchool, type SchoolOptions, startSchool } from '../../../local/school.ts';
import { createFunctionLoader } from '../built/built-functions.ts';
import { withDeployedRights } from '../policies/guarded-functions.ts';

/**
 * The whole school in this test process, as `npm start` runs it. One a test file: the functions keep their clients for
 * the life of the process. Every answer is checked against its contract. A function may ask of the tables what its
 * policy allows and nothing else. The test project `bundles` runs the functions as they are deployed, from the folder
 * that it names.
 */
export function startServer(options: Partial<SchoolOptions> = {}): Promise<RunningSchool> {
  process.env.CHECK_OUTPUT = '1';
  process.env.LOG_LEVEL ??= 'warn';
  // The functions' own logger is there already; a bundle makes one of its own.
  logger.setLogLevel(process.env.LOG_LEVEL.toUpperCase() as LogLevel);
  process.env.CALL_PACE ??= 'off';
  const folder = process.env.BUILT_FUNCTIONS;
  return startSchool({
    dataFolder: ':memory:',
    port: 0,
    site: 'built',
    isDemo: true,
    // A bundle has a client of its own, which nobody reaches.
    loadFunction: folder ? createFunctionLoader(folder) : withDeployedRights(loadFromSources),
    ...options,
  });
}
