import { type CallNeeds, type FileFolder, type FileOperation, fileFolders } from '#shared/http/contract.ts';
import type { BuildEntry } from '../build/entries.ts';

/** IAM actions that a function's calls need besides the table. */
export interface Privileges {
  /** Cognito actions on the user pool. */
  identity: string[];
  /** The domains whose jobs are started: their state machines. */
  jobs: string[];
  /** KMS actions with the key that signs. */
  keyInKms: string[];
  /** SES actions with the school's sender. */
  mail: string[];
  /** S3 actions on the files in a folder, of the folders that are reached. */
  files: { folder: FileFolder; actions: string[] }[];
}

const choosing = 'cognito-idp:AdminSetUserPassword';
const verifying = ['cognito-idp:AdminInitiateAuth', 'cognito-idp:AdminListGroupsForUser'] as const;
const opening = [
  'cognito-idp:AdminAddUserToGroup',
  'cognito-idp:AdminDisableUser',
  'cognito-idp:AdminEnableUser',
  'cognito-idp:AdminRemoveUserFromGroup',
] as const;
const onUsers = {
  verify: verifying,
  choose: [...verifying, choosing],
  reset: [choosing],
  manage: [...opening, 'cognito-idp:AdminCreateUser', choosing],
  // Enabling a user sets the group again.
  open: opening,
  remove: ['cognito-idp:AdminDeleteUser'],
} as const;
const onSecondFactors = {
  answer: ['cognito-idp:AdminRespondToAuthChallenge'],
  end: ['cognito-idp:AdminSetUserMFAPreference'],
} as const;

/** The union of what the rows of calls and jobs of a function say they need, and nothing beyond. */
export function requiredPrivileges({ domain, calls, jobs }: Pick<BuildEntry, 'domain' | 'calls' | 'jobs'>): Privileges {
  const needs = [...calls, ...jobs].map((row) => row.needs);
  return {
    identity: identityOf(needs),
    jobs: [...new Set(needs.flatMap(({ jobs: started = [] }) => (started === 'start' ? [domain] : started)))],
    keyInKms: needs.some(({ own }) => own?.signsInKms) ? ['kms:GetPublicKey', 'kms:Sign'] : [],
    mail: needs.some((need) => need.mail === 'send') ? ['ses:SendEmail'] : [],
    files: filesOf(needs),
  };
}

const onFiles = { read: 's3:GetObject', write: 's3:PutObject', delete: 's3:DeleteObject' } as const;

function filesOf(needs: readonly CallNeeds[]): Privileges['files'] {
  const accesses = Object.keys(onFiles) as FileOperation[];
  return (Object.keys(fileFolders) as FileFolder[])
    .map((folder) => ({
      folder,
      actions: accesses
        .filter((access) => needs.some(({ files }) => files?.[folder]?.includes(access)))
        .map((access) => onFiles[access]),
    }))
    .filter(({ actions }) => actions.length > 0);
}

const identityOf = (needs: readonly CallNeeds[]): string[] => [
  ...new Set(
    needs.flatMap(({ identity, secondFactor = [] }) => [
      ...(identity ? onUsers[identity] : []),
      ...secondFactor.flatMap((act) => onSecondFactors[act]),
    ]),
  ),
];
