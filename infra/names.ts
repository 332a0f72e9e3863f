import { keptTables } from './table/kept-tables.ts';

/** Comes before the school's id in every name that is unique within an account. */
export const applicationName = 'formroom';

/** Ids of stages begin so, and no school's does: rights tell a stage's names by it. */
const stageIdStart = 'staging-';

/** Whether a school's id is that of a stage, in which versions are tried. */
export const isStageId = (schoolId: string): boolean => schoolId.startsWith(stageIdStart);

/** `formroom-staging-`: begins every name of the stages of an account, and no name of its schools. */
export const stageNameStart = `${applicationName}-${stageIdStart}`;

/** Tag that every resource carries with its school's id; the budget and cost reports filter by it. */
export const costTag = 'formroom-school';

/** `formroom-demo`: the name of the table and the user pool, and the beginning of all other names. */
export const schoolName = (schoolId: string): string => `${applicationName}-${schoolId}`;

/**
 * The school's table: `formroom-demo`, or after a restore the one that was made then. cdk.json's context says to which
 * moment a school was restored, `"formroom:restored": { "demo": "20260301T060000Z" }`, and so one word names all its
 * tables of that moment.
 */
export function currentTableName(schoolId: string, context: Record<string, unknown>): string {
  const restored: unknown = context[restoredSchoolsKey];
  const moment = restored && typeof restored === 'object' ? (restored as Record<string, unknown>)[schoolId] : undefined;
  return typeof moment === 'string' ? `${schoolName(schoolId)}-${moment}` : schoolName(schoolId);
}

/** The tables that are kept, as cdk.json's context says they are named: the records first. */
export const currentTables = (schoolId: string, context: Record<string, unknown>) =>
  keptTables(currentTableName(schoolId, context));

/** `formroom-demo-keys`: what signs a school's cookies and report cards. */
export const keysTableName = (name: string): string => `${name}-keys`;

/** `formroom-baseline`: the stack of what watches over an account, one an account. */
export const baselineStackName = `${applicationName}-baseline`;

/** Output of the stack of data: the ARN of the key in KMS that signs, where the school file names one. */
export const outputOfKeyInKms = 'KeyInKms';

/** `formroom-demo-notices`, or `formroom-notices` of an account: the topic of its alarms. */
export const alarmTopicName = (name: string): string => `${name}-notices`;

/** Key of cdk.json's context; see `currentTableName`. */
export const restoredSchoolsKey = 'formroom:restored';

/** The ARN of a state machine of a school whose account and region are known. */
export const machineArnIn = ({ account, region }: { account: string; region: string }, machine: string): string =>
  `arn:aws:states:${region}:${account}:stateMachine:${machine}`;

/** The state machines that are no durable jobs: exports of the table. */
export const exportMachineNames = (name: string): string[] => [`${name}-table-export`, `${name}-changes-export`];

/**
 * `formroom-demo-files-<account>-<region>`: bucket names are unique in the whole world. In a stack: `bucketName`.
 */
export const bucketNameIn = (
  { account, region }: { account: string; region: string },
  name: string,
  part: 'files' | 'documents',
): string => `${name}-${part}-${account}-${region}`;

/**
 * The bucket of copies in another account, `formroom-demo-vault-<account>-<region>`. Both are written out: another
 * account's stack names it.
 */
export const vaultBucketName = (name: string, vault: { account: string; region: string }): string =>
  `${name}-vault-${vault.account}-${vault.region}`;

/** The role in whose name S3 copies to the vault; roles have no region, so it has one in its name. */
export const replicationRoleName = (name: string, region: string): string => `${name}-replication-${region}`;

/** Where a school's logs are, for example `/formroom/demo/auth`. */
export const logGroupName = (name: string, part: string): string =>
  `/${applicationName}/${name.slice(applicationName.length + 1)}/${part}`;

/** `ReportCards` of `report-cards`: the name of a construct or a statement. */
export const pascalCase = (name: string): string =>
  name.replaceAll(/(?:^|-)([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
