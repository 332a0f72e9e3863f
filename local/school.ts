import { existsSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { allJobs, deployedCallsOfSchool, keyInKmsOfSchool } from '#shared/product.ts';
import type { SchoolFile } from '#shared/school/school-file.ts';
import { createLocalBucket, createS3Client } from './bucket.ts';
import { createKeysTable, createTables, findMissingTablesAndIndexes } from './create-tables.ts';
import { localNames, setEnvironment } from './environment.ts';
import type { SiteHandler } from './gateway.ts';
import { jobMachines, localJobMachines } from './job-machines.ts';
import { arnOfLocalKey } from './kms/kms.ts';
import { type LoadFunction, loadFromSources } from './load-functions.ts';
import type { RequestLog } from './request-log.ts';
import { readLocalSchoolFile } from './school-file.ts';
import { createLocalSesOptions } from './ses/local-mail.ts';
import { type FilesToCopy, startStandIns } from './stand-ins.ts';
import { createPool, type PoolIds, updatePoolSettings } from './user-pool.ts';

export interface SchoolOptions {
  /** Folder for tables, files and users, or `:memory:`. */
  dataFolder: string;
  /** 0 takes a free one. */
  port: number;
  /** `built`: the site as deployed; `live`: with hot reload; `none`: calls only. */
  site: 'built' | 'live' | 'none';
  /** Fill a new data folder with the demo school. */
  isDemo: boolean;
  /** The database out of reach of the machine's other accounts, where the system allows it. */
  isPrivate?: boolean;
  /** A moment of the day at the school on which the demo school is generated: now when absent. */
  today?: Date;
  /** Default: from their sources. */
  loadFunction?: LoadFunction;
  /** Receives a record of every call. */
  requestLog?: RequestLog;
}

export interface RunningSchool {
  url: string;
  stop(): Promise<void>;
}

/**
 * Starts the whole school in this process: stand-ins, table, user pool, demo data, the functions behind the gateway,
 * the site. Once a process: the functions keep their clients.
 */
export async function startSchool(options: SchoolOptions): Promise<RunningSchool> {
  const { loadFunction = loadFromSources } = options;
  setEnvironment({});
  const school = await readLocalSchoolFile();
  // Built beside the demo data: on a fresh checkout each takes seconds.
  const site = siteOf(options.site, school);
  site.catch(() => undefined);
  const copyOf = options.isDemo && !existsSync(noteOf(options)) ? await readyDemo(options) : undefined;
  const key = keyInKmsOfSchool(school);
  const keys = key === null ? [] : [`${localNames.school}-${key}`];
  const standIns = await startStandIns({
    dataFolder: options.dataFolder,
    isPrivate: options.isPrivate,
    ...(copyOf === undefined ? {} : { copyOf }),
    stepFunctions: { machines: localJobMachines(loadFunction) },
    ses: await createLocalSesOptions(loadFunction),
    kms: { keys },
  });
  try {
    setEnvironment({ ...standIns.env, ...Object.fromEntries(keys.map((id) => ['CARD_KEY', arnOfLocalKey(id)])) });
    await createBuckets();
    const { pool, isNew } = await prepare(options, copyOf !== undefined);
    const { userPoolId, clientId } = pool;
    setEnvironment({ USER_POOL_ID: userPoolId, USER_POOL_CLIENT_ID: clientId, ...jobMachines });
    const { startGateway } = await import('./gateway.ts');
    const gateway = await startGateway({
      port: options.port,
      site: await site,
      calls: deployedCallsOfSchool(school),
      loadFunction,
      requestLog: options.requestLog,
    });
    const url = `http://localhost:${gateway.port}`;
    // Cards are checked there; jobs may sign some.
    setEnvironment({ SITE_ADDRESS: url });
    if (isNew) await finishPreparing(options, pool);
    await goOnWithJobs();
    return {
      url,
      stop: async () => {
        await gateway.close();
        await standIns.stop();
      },
    };
  } catch (error) {
    await standIns.stop();
    throw error;
  }
}

/** Executions end with the process that runs them: what they left unfinished gets new ones. */
async function goOnWithJobs(): Promise<void> {
  const { readJobsOfKind } = await import('#functions/platform/jobs/store.ts');
  const { restartJobIfDead } = await import('#functions/platform/jobs/run-job.ts');
  for (const name of Object.keys(allJobs)) {
    for (const job of await readJobsOfKind(name)) await restartJobIfDead(job, new Date(), 0);
  }
}

/**
 * Makes tables and pool and fills them, unless the data folder says that this was done.
 */
async function prepare(options: SchoolOptions, isCopy: boolean): Promise<{ pool: PoolIds; isNew: boolean }> {
  const { dataFolder, isDemo } = options;
  const note = noteOf(options);
  const isWithoutKeys = await createKeysTable(localNames.keys);
  if (existsSync(note)) {
    const missing = [
      ...(await findMissingTablesAndIndexes(localNames.table)),
      ...(isWithoutKeys ? [localNames.keys] : []),
    ];
    if (missing.length > 0) {
      throw new Error(
        `${dataFolder} was made by an earlier version (without ${missing.join(', ')}). Remove it, or name another: SCHOOL_DATA=… npm start`,
      );
    }
    const kept = JSON.parse(await readFile(note, 'utf8')) as PoolIds;
    await updatePoolSettings(kept.userPoolId);
    return { pool: kept, isNew: false };
  }
  await createTables(localNames.table);
  const pool = await createPool(localNames.pool);
  setEnvironment({ USER_POOL_ID: pool.userPoolId, USER_POOL_CLIENT_ID: pool.clientId });
  if (isDemo) {
    const { seedDemoSchool } = await import('./demo-school/seed.ts');
    await seedDemoSchool({ today: await demoDay(options), hasFiles: isCopy });
  }
  return { pool, isNew: true };
}

/**
 * The rest of the demo school, and the note that says that all is there: written last, so that a start that was
 * interrupted begins again.
 */
async function finishPreparing(options: SchoolOptions, pool: PoolIds): Promise<void> {
  const note = noteOf(options);
  if (options.isDemo) {
    const { seedDemoOptions } = await import('./demo-school/seed.ts');
    await seedDemoOptions(await demoDay(options));
  }
  if (options.dataFolder !== ':memory:') {
    await writeFile(`${note}.new`, JSON.stringify(pool));
    await rename(`${note}.new`, note);
  }
}

/** The file that says that a data folder is complete. Memory has none. */
const noteOf = ({ dataFolder }: SchoolOptions): string => join(dataFolder, 'school.json');

/** The day at the school: at nine in the evening in Port of Spain this machine may have tomorrow's date already. */
async function demoDay({ today = new Date() }: SchoolOptions): Promise<string> {
  const { schoolDay } = await import('#functions/school/records/school.ts');
  return schoolDay(today);
}

async function createBuckets(): Promise<void> {
  const client = createS3Client();
  await Promise.all([localNames.documents, localNames.files].map((name) => createLocalBucket(name, client)));
  client.destroy();
}

async function readyDemo(options: SchoolOptions): Promise<FilesToCopy | undefined> {
  const { prepareDemoFiles } = await import('./demo-school/prepare-demo-files.ts');
  return prepareDemoFiles(await demoDay(options));
}

async function siteOf(kind: SchoolOptions['site'], school: SchoolFile): Promise<SiteHandler> {
  if (kind === 'none') return async () => false;
  const { serveBuiltSite, serveLiveSite } = await import('./site.ts');
  return kind === 'built' ? serveBuiltSite(school) : serveLiveSite(school);
}
