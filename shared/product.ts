import { options } from '#options/shared';
import { coreContracts, coreFolders } from './contracts.ts';
import type { CallKind, CallRow, Contract, OwnPartitions } from './http/contract.ts';
import { isOnRoute, type LightPage, siteRoutes } from './http/site-routes.ts';
import { type JobDefinition, type JobStep, jobs } from './jobs.ts';
import type { Option } from './option.ts';
import { type PublicSchool, toPublicSchool } from './school/public-school.ts';
import type { SchoolFile } from './school/school-file.ts';

type Intersection<U> = (U extends unknown ? (one: U) => void : never) extends (all: infer I) => void ? I : never;

const ofOptions: readonly Option[] = options;

/**
 * Every contract, of the core and of all options, by the name of the Lambda function that answers it. The gateway, the
 * infrastructure and the generated tests read this table; no module of the core does.
 */
export const contracts = Object.assign(
  {},
  coreContracts,
  ...ofOptions.map((one) => one.contracts),
) as typeof coreContracts & Intersection<(typeof options)[number]['contracts']>;

type Programs = Extract<(typeof options)[number], { programs: unknown }>['programs'];

/** A function that answers calls. */
export type Domain = keyof typeof contracts | (Intersection<Programs> extends infer P ? keyof P & string : never);

const folders: Readonly<Record<Domain, string>> = Object.assign(
  {},
  coreFolders,
  ...ofOptions.map((one) => one.folders),
);

/**
 * The source of a function below `functions/`: `marks/mark-sheet/lambda.ts`, `school/jobs/lambda.ts`. A domain with
 * several screens has several functions.
 */
export const lambdaSourcePath = (domain: Domain, kind: CallKind | 'jobs'): string =>
  kind === 'api' ? `${folders[domain]}/lambda.ts` : `${folders[domain]}/${kind}/lambda.ts`;

/** A call, with its function and its name in the contract. */
export interface CallOfProduct {
  domain: Domain;
  name: string;
  call: CallRow;
  /** What an option adds to what the row reaches; undefined where none does. */
  own: OwnPartitions | undefined;
}

/** A school as its options are read of it. */
type WithOptions = Pick<SchoolFile, 'options'> & Partial<Pick<SchoolFile, 'optionSettings'>>;

const optionsOf = ({ options: listed }: WithOptions): readonly Option[] =>
  ofOptions.filter(({ name }) => listed.includes(name));

/**
 * The calls of a school: those of the core, and of the options that its file lists, with what these add to rows of the
 * others.
 */
export function callsOfSchool(school: WithOptions): CallOfProduct[] {
  const on = optionsOf(school);
  const off = ofOptions.filter((one) => !on.includes(one));
  const domains = Object.entries<Contract>(contracts).filter(([domain]) => !off.some((one) => domain in one.contracts));
  return domains.flatMap(([domain, calls]) =>
    Object.entries(calls).map(([name, call]) => ({
      domain: domain as Domain,
      name,
      call,
      own: joinPartitions(on.flatMap((one) => addedBy(one, one.own.calls[domain]?.[name], school))),
    })),
  );
}

/** The calls of programs that a school's options answer by standards of others. */
const programCallsOfSchool = (school: WithOptions): CallOfProduct[] =>
  optionsOf(school).flatMap(({ programs = {} }) =>
    Object.entries(programs).flatMap(([domain, calls]) =>
      Object.entries(calls).map(([name, call]) => ({ domain: domain as Domain, name, call, own: undefined })),
    ),
  );

/** Everything that the gateway of a school answers: its own calls, and those of programs. */
export const deployedCallsOfSchool = (school: WithOptions): CallOfProduct[] => [
  ...callsOfSchool(school),
  ...programCallsOfSchool(school),
];

/** The durable jobs of a school, by their names, with what its options add to their rows. */
export function jobsOfSchool(school: WithOptions): Readonly<Record<string, JobOfProduct>> {
  const on = optionsOf(school);
  const rows = [jobs, ...on.map((one) => one.jobs)].flatMap((some) => Object.entries<JobDefinition>(some));
  return Object.fromEntries(
    rows.map(([name, job]) => {
      const own = joinPartitions(on.flatMap((one) => addedBy(one, one.own.jobs[name], school)));
      return [name, (own ? reaching(job, own) : job) as JobOfProduct];
    }),
  );
}

type JobOfProduct = JobDefinition & { domain: Domain };

/** A row that reaches what an option adds. */
export const reaching = <R extends CallRow | JobDefinition>(row: R, own: OwnPartitions): R => ({
  ...row,
  needs: { ...row.needs, own },
});

/** What several options add to one row. @throws where two look something up, of which each sees other attributes */
export function joinPartitions(added: readonly OwnPartitions[]): OwnPartitions | undefined {
  if (added.length < 2) return added[0];
  const [looksUp, ...others] = added.flatMap((one) => one.looksUp ?? []);
  if (others.length > 0) throw new Error('Two options look something up in one row: join their lists here.');
  const joined: OwnPartitions = {
    ...(looksUp ? { looksUp } : {}),
    ...(added.some(({ signsInKms }) => signsInKms) ? { signsInKms: true } : {}),
  };
  for (const name of ['reads', 'writes', 'adds', 'readsKeys', 'makesKeys'] as const) {
    const partitions = [...new Set(added.flatMap((one) => one[name] ?? []))];
    if (partitions.length > 0) joined[name] = partitions;
  }
  return joined;
}

const everyOption: WithOptions = { options: ofOptions.map(({ name }) => name) };

/** Every call, with all options. */
export const allCalls: readonly CallOfProduct[] = callsOfSchool(everyOption);

/** The same with the calls of programs. */
export const allDeployedCalls: readonly CallOfProduct[] = deployedCallsOfSchool(everyOption);

/** Every durable job, with all options. */
export const allJobs = jobsOfSchool(everyOption);

/** The domains that have jobs, with all options. */
export const jobDomains: readonly Domain[] = [...new Set(Object.values(allJobs).map(({ domain }) => domain))];

/** Addresses that the site's own router answers, with the pages of all options: one that is off says so itself. */
export const routesOfSite: readonly string[] = [...siteRoutes, ...ofOptions.flatMap(({ pages }) => pages)];

/** True when an address is one of the router's. `path` is without query. */
export const isSiteRoute = (path: string): boolean => isOnRoute(routesOfSite, path);

/** Every page of its own, with the folder below `web/` that its source is in. */
export const lightPages: readonly (LightPage & { folder: string })[] = ofOptions.flatMap(({ name, lightPages: own }) =>
  own.map((page) => ({ ...page, folder: `options/${name}` })),
);

/** The page of its own that an address answers with; undefined for every other address. `path` is without query. */
export const lightPageOf = (path: string) => lightPages.find(({ routes }) => isOnRoute(routes, path));

/** False for a page of an option that is off: its addresses then answer with the staff's, which says so. */
export const isPageOpen = (page: string, { options: listed }: WithOptions): boolean =>
  ofOptions.every((one) => listed.includes(one.name) || !one.lightPages.some((own) => own.page === page));

/** What a school sends mail with, and the step of the worker of `domain` that takes what came back. */
export interface SchoolMail {
  /** The address that mail comes from, as the school file has it. */
  from: string;
  perSecond: number;
  domain: Domain;
  failed: JobStep;
}

/** How a school sends mail: by the first of its options that does. Null where none does, or none has a sender. */
export function mailOfSchool(school: WithOptions): SchoolMail | null {
  const [mail = null] = optionsOf(school).flatMap(({ name, settings, mail: own }) => {
    if (!own) return [];
    const given = settings?.parse(school.optionSettings?.[name] ?? {}) as Record<string, SchoolMail | null> | undefined;
    const sender = given?.[own.setting];
    return sender
      ? [{ from: sender.from, perSecond: sender.perSecond, domain: own.domain as Domain, failed: own.failed }]
      : [];
  });
  return mail;
}

/** What a schedule starts each night for a school's options. */
export const nightlyOfSchool = (school: WithOptions): NonNullable<Option['nightly']>[] =>
  optionsOf(school).flatMap(({ name, settings, nightly }: Option) => {
    if (!nightly) return [];
    const given = settings?.parse(school.optionSettings?.[name] ?? {}) as Record<string, boolean> | undefined;
    return given?.[nightly.setting] === true ? [nightly] : [];
  });

/** The number of the key in KMS that signs for a school's option; null where its keys are in a table of its own. */
export const keyInKmsOfSchool = (school: WithOptions): number | null =>
  optionsOf(school).flatMap((one) => keyInKmsOf(one, school) ?? [])[0] ?? null;

function keyInKmsOf({ name, settings, keyInKms }: Option, { optionSettings }: WithOptions): number | null {
  const set = optionSettings?.[name];
  if (keyInKms === undefined || set === undefined) return null;
  return (settings?.parse(set) as Record<string, number | null>)[keyInKms] ?? null;
}

/** What an option adds to a row: with its key in KMS the row signs with that, and reaches none of the table. */
function addedBy(one: Option, row: OwnPartitions | undefined, school: WithOptions): OwnPartitions[] {
  if (!row) return [];
  const { readsKeys, makesKeys, ...rest } = row;
  return [(readsKeys || makesKeys) && keyInKmsOf(one, school) !== null ? { ...rest, signsInKms: true } : row];
}

/**
 * The settings of options without their senders of mail: a stage of a school writes to nobody.
 * @param settings as a school file has them, not checked yet: what is no object stays, for the check to name
 */
export const settingsWithoutMail = (settings: unknown): unknown =>
  isObject(settings)
    ? Object.fromEntries(
        Object.entries(settings).map(([name, given]) => {
          const mail = ofOptions.find((one) => one.name === name)?.mail;
          if (!mail || !isObject(given)) return [name, given];
          const { [mail.setting]: _sender, ...rest } = given;
          return [name, rest];
        }),
      )
    : settings;
const isObject = (given: unknown): given is Record<string, unknown> => typeof given === 'object' && given !== null;

/** What everybody may know of a school: served as `/school.json`. */
export const publicSchoolOf = (school: SchoolFile): PublicSchool => ({
  ...toPublicSchool(school),
  ...(mailOfSchool(school) ? { sendsMail: true as const } : {}),
});

/** Folders of files that options have of their own, and for how many days, whether they are on or off. */
export const keptDaysOfOptions: Option['keptDays'] = Object.assign({}, ...ofOptions.map(({ keptDays }) => keptDays));

/** Partitions of the options' records, whether they are on or off. */
export const partitionsOfOptions: Option['partitions'] = {
  table: ofOptions.flatMap(({ partitions }) => partitions.table),
  indexes: ofOptions.flatMap(({ partitions }) => partitions.indexes),
  together: ofOptions.flatMap(({ partitions }) => partitions.together),
};

/**
 * What is wrong with the options of a school file, a sentence each: a name that is no option's, one without another
 * that it needs, one without what it needs of the rest of the file. `path` is the place in the file.
 */
export function findFaultsOfOptions(
  school: SchoolFile,
  known: readonly Option[] = ofOptions,
): { path: string; message: string }[] {
  const names = known.map(({ name }) => name).join(', ');
  const ofList = school.options.flatMap((listed, index) => {
    const path = `options.${index}`;
    const found = known.find(({ name }) => name === listed);
    if (!found) return [{ path, message: `There is no option "${listed}". There are: ${names}.` }];
    const missing = found.needs.filter((name) => !school.options.includes(name));
    const lack = found.findLack(school);
    return [
      ...missing.map((name) => ({ path, message: `The option "${listed}" needs the option "${name}".` })),
      ...(lack === null ? [] : [{ path, message: lack }]),
    ];
  });
  const ofSettings = Object.entries(school.optionSettings).flatMap(([name, given]) => {
    const path = `optionSettings.${name}`;
    if (!school.options.includes(name)) return [{ path, message: `The option "${name}" is not in options.` }];
    const settings = known.find((one) => one.name === name)?.settings;
    if (!settings) return [{ path, message: `Nothing can be set of the option "${name}".` }];
    const issues = settings.safeParse(given).error?.issues ?? [];
    return issues.map((issue) => ({ path: [path, ...issue.path].join('.'), message: issue.message }));
  });
  return [...ofList, ...ofSettings];
}
