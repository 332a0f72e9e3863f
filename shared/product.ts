import { coreContracts, coreFolders } from './contracts.ts';
import type { CallKind, CallRow, Contract } from './http/contract.ts';
import { isOnRoute, siteRoutes } from './http/site-routes.ts';
import type { Option } from './option.ts';
import { options } from './options.ts';
import type { SchoolFile } from './school/school-file.ts';

type Intersection<U> = (U extends unknown ? (one: U) => void : never) extends (all: infer I) => void ? I : never;

const ofOptions: readonly Option[] = options;

/**
 * Every contract, of the core and of all options, by the name of the Lambda function that answers it. The gateway, the infrastructure and the generated
 * tests read this table; no module of the core does.
 */
export const contracts = Object.assign(
  {},
  coreContracts,
  ...options.map((one) => one.contracts),
) as typeof coreContracts & Intersection<(typeof options)[number]['contracts']>;

export type Domain = keyof typeof contracts;

const folders: Readonly<Record<Domain, string>> = Object.assign({}, coreFolders, ...options.map((one) => one.folders));

/** The source of a function below `functions/`: `marks/mark-sheet/lambda.ts`, `school/jobs/lambda.ts`. A domain with several screens has several functions. */
export const lambdaSourcePath = (domain: Domain, kind: CallKind | 'jobs'): string =>
  kind === 'api' ? `${folders[domain]}/lambda.ts` : `${folders[domain]}/${kind}/lambda.ts`;

/** Every call, with its domain and its name in the contract. */
export const allCalls: readonly { domain: Domain; name: string; call: CallRow }[] = Object.entries(contracts).flatMap(
  ([domain, calls]) =>
    Object.entries(calls as Contract).map(([name, call]) => ({ domain: domain as Domain, name, call })),
);

/** The calls of a school: those of the core, and of the options that its file lists. */
export function callsOfSchool({ options: listed }: Pick<SchoolFile, 'options'>): typeof allCalls {
  const off = ofOptions.filter(({ name }) => !listed.includes(name)).flatMap((one) => Object.keys(one.contracts));
  return allCalls.filter(({ domain }) => !off.includes(domain));
}

/** Addresses that the site's own router answers, with the pages of all options: one that is off says so itself. */
export const routesOfSite: readonly string[] = [...siteRoutes, ...ofOptions.flatMap(({ pages }) => pages)];

/** True when an address is one of the router's. `path` is without query. */
export const isSiteRoute = (path: string): boolean => isOnRoute(routesOfSite, path);

/** Partitions of the options' records, whether they are on or off. */
export const partitionsOfOptions: readonly string[] = ofOptions.flatMap(({ partitions }) => partitions);

/**
 * What is wrong with the options of a school file, a sentence each: a name that is no option's, one without another that it needs, one
 * without what it needs of the rest of the file. `path` is the place in the file.
 */
export function findFaultsOfOptions(
  school: SchoolFile,
  known: readonly Option[] = ofOptions,
): { path: string; message: string }[] {
  const names = known.map(({ name }) => name).join(', ');
  return school.options.flatMap((listed, index) => {
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
}
