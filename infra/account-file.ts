import { existsSync, readdirSync, readFileSync } from 'node:fs';
import * as z from 'zod/mini';
import english from 'zod/v4/locales/en.js';
import { placeSchema } from '#shared/school/school-file.ts';
import type { PlaceInAccount } from './formroom-app.ts';
import { findLineOfValue } from './json-lines.ts';
import { isStageId } from './names.ts';
import { OperatorError } from './operators/operator-error.ts';
import { computeUse, findExceeded } from './quotas/quota-use.ts';
import { howToRaise, type QuotaId, quotaIds, quotas } from './quotas/quotas.ts';
import { knownSchools, loadSchool } from './school.ts';
import { findSharedSet } from './shared-parts.ts';

z.config(english());

/** Folders of the two kinds of files. */
export interface FileFolders {
  accounts: URL;
  schools: URL;
}

/** Those of the project. */
export const ownFolders: FileFolders = {
  accounts: new URL('./accounts/', import.meta.url),
  schools: new URL('./schools/', import.meta.url),
};

const contactSchema = z.strictObject({
  name: z.string().check(z.minLength(1), z.maxLength(64)),
  title: z.string().check(z.minLength(1), z.maxLength(50)),
  email: z.email(),
  phone: z.string().check(z.regex(/^[\s0-9()+-]{1,25}$/, 'Digits, blanks, + - ( and ).')),
});

/** What watches over an account; each part is made where the file asks for it, and no other. */
const baselineSchema = z.strictObject({
  /** A trail of what is done in the account, and of each read or write of a school's files. */
  trail: z._default(z.boolean(), false),
  /** GuardDuty, whose findings from medium on go to the operator. */
  guardDuty: z._default(z.boolean(), false),
  /** US dollars a month of the whole account; the operator is written to at 80 % and 100 %. */
  monthlyBudget: z._default(z.nullable(z.number().check(z.gte(1))), null),
  /** Whom AWS writes to besides the owner of the account. */
  contacts: z._default(
    z.strictObject({
      security: z.optional(contactSchema),
      operations: z.optional(contactSchema),
      billing: z.optional(contactSchema),
    }),
    {},
  ),
});

/** What a file of `infra/accounts` says of an AWS account in a region. */
const accountFileSchema = z.strictObject({
  aws: placeSchema,
  /** Who gets the alarms of what the account's schools share. */
  operatorEmail: z.email(),
  /** Schools and stages that are deployed there, in the order in which they joined: a new one comes last. */
  schools: z
    .array(z.string())
    .check(z.refine((ids) => new Set(ids).size === ids.length, 'A school is in the list twice.')),
  /** Null where the district has all of it already. */
  baseline: z._default(z.nullable(baselineSchema), null),
  /** What AWS has granted to the account where that is not what every account has, by the names of infra/quotas. */
  quotas: z._default(
    z.strictObject(
      Object.fromEntries(quotaIds.map((id) => [id, z.optional(z.number().check(z.gt(0)))])) as GrantedShape,
    ),
    {},
  ),
});
type GrantedShape = Record<QuotaId, z.ZodMiniOptional<z.ZodMiniNumber>>;

/** An account in a region, by the name of its file. */
export type AccountFile = z.output<typeof accountFileSchema> & { name: string };

/** Names of all accounts that have a file, in order. */
export const knownAccounts = ({ accounts } = ownFolders): string[] =>
  readdirSync(accounts)
    .filter((file) => file.endsWith('.json'))
    .map((file) => file.slice(0, -'.json'.length))
    .sort();

/**
 * The validated file of an account, which has each school that is deployed there and no other.
 * @throws {OperatorError} for a missing or unknown name, or with one line per fault, its place in the file first
 */
export function loadAccount(name: unknown, folders: FileFolders = ownFolders): AccountFile {
  const account = readAccount(name, folders);
  const twin = knownAccounts(folders).find(
    (other) => other !== account.name && isSamePlace(readAccount(other, folders).aws, account.aws),
  );
  if (twin !== undefined)
    throw faultsOf(account.name, folders, [
      [['aws'], `infra/accounts/${twin}.json is of the same account and region.`],
    ]);
  const faults = account.schools.flatMap((id) => listFaultsOfSchool(id, account, folders));
  const missing = knownSchools(folders.schools).filter(
    (id) => !account.schools.includes(id) && isSamePlace(loadSchool(id, folders.schools).aws, account.aws),
  );
  faults.push(...missing.map((id): Fault => [['schools'], `${id} is deployed there: add it at the end.`]));
  faults.push(...listExceededQuotas(account));
  if (faults.length > 0) throw faultsOf(account.name, folders, faults);
  return account;
}

/**
 * The account of a school, as far as it concerns this school: its others are not looked at.
 * @throws {OperatorError} where no file has it, or one of another place
 */
export function loadAccountOfSchool(schoolId: string, folders: FileFolders = ownFolders): AccountFile {
  const account = knownAccounts(folders)
    .map((name) => readAccount(name, folders))
    .find(({ schools }) => schools.includes(schoolId));
  if (account) {
    const faults = listFaultsOfSchool(schoolId, account, folders);
    if (faults.length > 0) throw faultsOf(account.name, folders, faults);
    return account;
  }
  throw new OperatorError(
    `infra/schools/${schoolId}.json: no account has it: add "${schoolId}" at the end of "schools" in the file of its account and region in infra/accounts.`,
  );
}

/** The schools of an account that have what they share in common: stages have their own. */
export const listSharers = ({ schools }: Pick<AccountFile, 'schools'>, kind: 'schools' | 'stages'): string[] =>
  schools.filter((id) => isStageId(id) === (kind === 'stages'));

/** Before AWS refuses it in the middle of a deployment. */
const listExceededQuotas = ({ schools, quotas: granted }: AccountFile): Fault[] =>
  findExceeded(schools.length, granted).map((id) => {
    const { name, service, unit } = quotas[id];
    const [needed, value] = [computeUse(id, schools.length), granted[id] ?? quotas[id].value];
    return [
      ['schools'],
      `${schools.length} schools use ${needed} ${unit} of ${service}, and “${name}” is ${value}: ${howToRaise(id)}, and write the new value here as "quotas": { "${id}": … }.`,
    ];
  });

/** What the account says of a school that its stacks need. */
export function findPlaceInAccount(schoolId: string, folders: FileFolders = ownFolders): PlaceInAccount {
  const sharers = listSharers(loadAccountOfSchool(schoolId, folders), isStageId(schoolId) ? 'stages' : 'schools');
  return { sharedSet: findSharedSet(sharers, schoolId) };
}

type Fault = readonly [path: readonly PropertyKey[], message: string];

const isSamePlace = (one: AccountFile['aws'], other: AccountFile['aws']): boolean =>
  one.account === other.account && one.region === other.region;

function readAccount(name: unknown, folders: FileFolders): AccountFile {
  const choice = `Choose one of infra/accounts: ${knownAccounts(folders).join(', ')}.`;
  if (typeof name !== 'string' || name === '') throw new OperatorError(`No account named. ${choice}`);
  if (!/^[a-z][a-z0-9-]*$/.test(name)) throw new OperatorError(`"${name}" is not the name of an account. ${choice}`);
  if (!existsSync(new URL(`${name}.json`, folders.accounts))) {
    throw new OperatorError(`There is no infra/accounts/${name}.json. ${choice}`);
  }
  const result = accountFileSchema.safeParse(jsonOf(name, folders));
  if (result.success) return { ...result.data, name };
  const faults = result.error.issues.map((issue): Fault => {
    const unknown = issue.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : [];
    return [[...issue.path, ...unknown], issue.message];
  });
  throw faultsOf(name, folders, faults);
}

function listFaultsOfSchool(id: string, { aws, schools: ids }: AccountFile, { schools }: FileFolders): Fault[] {
  const path = ['schools', ids.indexOf(id)];
  if (!knownSchools(schools).includes(id)) return [[path, `There is no infra/schools/${id}.json.`]];
  const place = loadSchool(id, schools).aws;
  return isSamePlace(place, aws) ? [] : [[path, `${id} is deployed to ${place.account} in ${place.region}.`]];
}

const textOf = (name: string, { accounts }: FileFolders): string =>
  readFileSync(new URL(`${name}.json`, accounts), 'utf8');

function jsonOf(name: string, folders: FileFolders): unknown {
  try {
    return JSON.parse(textOf(name, folders));
  } catch (error) {
    throw new OperatorError(`infra/accounts/${name}.json is not JSON: ${(error as Error).message}`);
  }
}

function faultsOf(name: string, folders: FileFolders, faults: readonly Fault[]): OperatorError {
  const text = textOf(name, folders);
  const lines = faults.map(
    ([path, message]) =>
      `infra/accounts/${name}.json:${findLineOfValue(text, path)}: ${path.join('.') || 'the file'}: ${message}`,
  );
  return new OperatorError(lines.join('\n'));
}
