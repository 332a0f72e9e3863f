import {
  type CallRow,
  type FileAccess,
  type FileFolder,
  fileFolders,
  isOfAccount,
  type Needs,
} from '#shared/http/contract.ts';
import type { JobRow } from '#shared/jobs.ts';

/** What the calls of one function need together, in IAM's words. */
export interface Privileges {
  /** DynamoDB actions on every row of the table. */
  table: string[];
  /** DynamoDB actions on its indexes. */
  indexes: string[];
  /** DynamoDB actions where partitions are gathered, and of what. */
  partitions: { actions: string[]; of: ('table' | 'index' | 'indexes')[] };
  /** DynamoDB actions on session rows alone, where `table` does not hold them already. */
  sessions: string[];
  /** DynamoDB actions on the events of access alone, where `table` does not hold them already. */
  access: string[];
  /** Cognito actions on the user pool. */
  identity: string[];
  /** Step Functions actions on the state machine of the domain's jobs. */
  jobs: string[];
  /** S3 actions on the files in a folder, of the folders that are reached. */
  files: { folder: FileFolder; actions: string[] }[];
  /** Deletes what others may only add, of students (ADR 0060). */
  erases: boolean;
}

const reading = ['dynamodb:BatchGetItem', 'dynamodb:GetItem', 'dynamodb:Query'];
/** A transaction needs the action of each of its parts, and ConditionCheckItem for a part that only checks. */
const writing = [
  'dynamodb:BatchWriteItem',
  'dynamodb:ConditionCheckItem',
  'dynamodb:DeleteItem',
  'dynamodb:PutItem',
  'dynamodb:UpdateItem',
];
/** What was written of one student is in no index. */
const findingEverything = ['dynamodb:Scan'];
/** Every call with a session extends it. */
const extendingSessions = ['dynamodb:UpdateItem'];
/** Every call with a session may be forbidden to its caller, which is kept. */
const notingAccess = ['dynamodb:PutItem'];

const verifyingPasswords = ['cognito-idp:AdminInitiateAuth'];
const managingUsers = [
  ...verifyingPasswords,
  'cognito-idp:AdminAddUserToGroup',
  'cognito-idp:AdminCreateUser',
  'cognito-idp:AdminDisableUser',
  'cognito-idp:AdminEnableUser',
  'cognito-idp:AdminSetUserPassword',
];
const answeringCodes = ['cognito-idp:AdminRespondToAuthChallenge'];
const endingSecondFactors = ['cognito-idp:AdminSetUserMFAPreference'];

export const deletingAction = 'dynamodb:DeleteItem';
/** Changing a row that exists, or removing it: what no function may do to the audit trail. */
export const changingActions = ['dynamodb:BatchWriteItem', deletingAction, 'dynamodb:UpdateItem'];

/** The union of what the rows of calls and jobs say they need, and nothing beyond. A job writes its own record. */
export function privilegesOf(calls: readonly CallRow[], jobs: readonly JobRow[] = []): Privileges {
  const needsSession = calls.some(isOfAccount);
  // When a station was last heard of is written back.
  const writes = jobs.length > 0 || calls.some((call) => call.needs.table === 'write' || call.who === 'station');
  const needs = [...calls, ...jobs].map((row) => row.needs);
  const erases = needs.some((need) => need.erases === 'students');
  const reads = writes || needsSession || calls.some((call) => call.needs.table === 'read');
  const gathered = needs.map(({ partitions }) => partitions);
  const gathers = (['table', 'index', 'indexes'] as const).filter((one) => gathered.includes(one));
  return {
    table: [...(reads ? reading : []), ...(writes ? writing : []), ...(erases ? findingEverything : [])],
    indexes: reads ? ['dynamodb:Query'] : [],
    partitions: { actions: gathers.length > 0 ? ['dynamodb:PartiQLSelect'] : [], of: gathers },
    sessions: needsSession && !writes ? extendingSessions : [],
    access: needsSession && !writes ? notingAccess : [],
    identity: identityOf(calls),
    jobs: calls.some((call) => call.needs.jobs === 'start') ? ['states:StartExecution'] : [],
    files: filesOf(needs),
    erases,
  };
}

const onFiles = { read: 's3:GetObject', write: 's3:PutObject', delete: 's3:DeleteObject' } as const;

function filesOf(needs: readonly Needs[]): Privileges['files'] {
  const accesses = Object.keys(onFiles) as FileAccess[];
  return (Object.keys(fileFolders) as FileFolder[])
    .map((folder) => ({
      folder,
      actions: accesses
        .filter((access) => needs.some(({ files }) => files?.[folder]?.includes(access)))
        .map((access) => onFiles[access]),
    }))
    .filter(({ actions }) => actions.length > 0);
}

function identityOf(calls: readonly CallRow[]): string[] {
  const asks = (level: Needs['identity']) => calls.some(({ needs }) => needs.identity === level);
  const ofSecondFactor = (act: 'answer' | 'end') => calls.some(({ needs }) => needs.secondFactor?.includes(act));
  return [
    ...(asks('manage') ? managingUsers : asks('verify') ? verifyingPasswords : []),
    ...(ofSecondFactor('answer') ? answeringCodes : []),
    ...(ofSecondFactor('end') ? endingSecondFactors : []),
  ];
}
